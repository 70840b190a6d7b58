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

/** Resolves ProviderConfigs and other cross-cluster links to clusters, again whenever one of them changes. */
export class AddressLookup {
  readonly #only: readonly KindSpec[] | undefined
  #addresses: Addresses = new Map()
  #lastKey: string | undefined

  constructor(only: readonly KindSpec[] | undefined) {
    this.#only = only
  }

  get addresses(): Addresses {
    return this.#addresses
  }

  /** Returns false if no object with a cross-cluster link changed. */
  async update(fleet: Fleet, collection: Collection): Promise<boolean> {
    if (this.#only && this.#lastKey === undefined && crossClusterLinks(collection, this.#only).length === 0)
      return false
    const key = JSON.stringify([fleet.members.map(({ label }) => label), collection.objects.flatMap(linkKey)])
    if (key === this.#lastKey) return false
    this.#lastKey = key
    this.#addresses = await addressesOf(fleet, collection)
    return true
  }
}

const KINDS = [providerConfig, clusterProviderConfig, namespacedProviderConfig, kustomization, helmRelease]
const LINKING_KINDS = new Set(KINDS.map(kindName))
const KIND_NAMES = new Set(KINDS.map(({ kind }) => kind))

function linkKey({ cluster, object }: Resource): readonly unknown[] {
  // The cheap test comes first: this runs for every object.
  if (!KIND_NAMES.has(object.kind)) return NO_KEYS
  if (!LINKING_KINDS.has(kindName({ group: groupOf(object.apiVersion), kind: object.kind }))) return NO_KEYS
  const { namespace = '', name } = object.metadata
  const { credentials, kubeConfig } = (object.spec ?? {}) as Readonly<Record<string, unknown>>
  return [[cluster.uid, object.kind, namespace, name, credentials ?? null, kubeConfig ?? null, linkVersion(object)]]
}

const NO_KEYS: readonly unknown[] = []

/** Every new resourceVersion of a ProviderConfig may point elsewhere: its status hardly ever changes. */
const linkVersion = ({ kind, metadata }: KubeObject) =>
  kind.endsWith('ProviderConfig') ? (metadata.resourceVersion ?? '') : ''

type Addresses = Snapshot['addresses']
