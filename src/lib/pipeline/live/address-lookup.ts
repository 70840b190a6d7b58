// SPDX-License-Identifier: Apache-2.0
import type { Collection } from '../../cluster/read/collect.ts'
import type { Fleet } from '../../fleet/member.ts'
import { clusterProviderConfig } from '../../kinds/crossplane/cluster-provider-config.ts'
import { namespacedProviderConfig } from '../../kinds/crossplane/namespaced-provider-config.ts'
import { providerConfig } from '../../kinds/crossplane/provider-config.ts'
import { helmRelease } from '../../kinds/flux/helm-release.ts'
import { kustomization } from '../../kinds/flux/kustomization.ts'
import { type KindSpec, kindName } from '../../model/graph/kind.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { groupOf } from '../../model/object/reference.ts'
import type { KubeObject, Resource } from '../../model/object/resource.ts'
import { addressesOf, crossClusterLinks } from '../observe.ts'

type Addresses = Snapshot['addresses']

/** Where ProviderConfigs and their like lead, looked up again when one of them changes. */
export class AddressLookup {
  readonly #only: readonly KindSpec[] | undefined
  #addresses: Addresses = new Map()
  #asked: string | undefined

  constructor(only: readonly KindSpec[] | undefined) {
    this.#only = only
  }

  get addresses(): Addresses {
    return this.#addresses
  }

  /** False when nothing changed that tells where anything leads. */
  async update(fleet: Fleet, collection: Collection): Promise<boolean> {
    if (this.#only && this.#asked === undefined && crossClusterLinks(collection, this.#only).length === 0) return false
    const asked = JSON.stringify([fleet.members.map(({ label }) => label), collection.objects.flatMap(leads)])
    if (asked === this.#asked) return false
    this.#asked = asked
    this.#addresses = await addressesOf(fleet, collection)
    return true
  }
}

const KINDS = [providerConfig, clusterProviderConfig, namespacedProviderConfig, kustomization, helmRelease]
const LEADING = new Set(KINDS.map(kindName))
const WORDS = new Set(KINDS.map(({ kind }) => kind))

function leads({ cluster, object }: Resource): readonly unknown[] {
  // by its word first: this is asked of every object
  if (!WORDS.has(object.kind)) return NOTHING
  if (!LEADING.has(kindName({ group: groupOf(object.apiVersion), kind: object.kind }))) return NOTHING
  const { namespace = '', name } = object.metadata
  const { credentials, kubeConfig } = (object.spec ?? {}) as Readonly<Record<string, unknown>>
  return [[cluster.uid, object.kind, namespace, name, credentials ?? null, kubeConfig ?? null, generation(object)]]
}

const NOTHING: readonly unknown[] = []

/** A ProviderConfig has no status to speak of: any new version may lead elsewhere. */
const generation = ({ kind, metadata }: KubeObject) =>
  kind.endsWith('ProviderConfig') ? (metadata.resourceVersion ?? '') : ''
