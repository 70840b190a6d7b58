// SPDX-License-Identifier: Apache-2.0
import { providerAddress } from '../../kinds/crossplane/health-and-links.ts'
import { entriesAt, fieldAt, listAt, textAt } from '../../model/object/fields.ts'
import type { CephLandscape, ObjectInCluster, SecretPlace } from '../ceph-secrets/landscape.ts'

/** A provider-kubernetes Object that writes or observes a Secret. */
export interface CrossplaneKeeper {
  readonly object: ObjectInCluster
  /** Whether it writes the data itself. */
  readonly data: boolean
  /** Its ProviderConfig, if that could not be resolved to a cluster: the Object may be for another Secret. */
  readonly unresolved?: string
}

/** The Objects whose manifest is this Secret; includes those whose cluster is unknown. */
export function crossplaneKeepers(landscape: CephLandscape, secret: SecretPlace): readonly CrossplaneKeeper[] {
  return landscape.crossplaneObjects.flatMap((crossplaneObject) => {
    const manifest = fieldAt(crossplaneObject.object, 'spec.forProvider.manifest')
    if (textAt(manifest, 'kind') !== 'Secret' || textAt(manifest, 'metadata.name') !== secret.name) return []
    if (textAt(manifest, 'metadata.namespace') !== secret.namespace) return []
    const cluster = landscape.clusterOfObject(crossplaneObject)
    if (cluster !== undefined && cluster !== secret.cluster) return []
    const unresolved = cluster === undefined ? { unresolved: providerAddress(crossplaneObject.object) } : {}
    return [{ object: crossplaneObject, data: writesData(crossplaneObject, manifest), ...unresolved }]
  })
}

function writesData({ object }: ObjectInCluster, manifest: unknown): boolean {
  const isInManifest = ['data', 'stringData'].some((field) => entriesAt(manifest, field).length > 0)
  const isPatched = listAt(object, 'spec.references').some((reference) =>
    /^(data|stringData)(\.|\[|$)/.test(textAt(reference, 'toFieldPath') ?? ''),
  )
  return isInManifest || isPatched
}
