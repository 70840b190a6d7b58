// SPDX-License-Identifier: Apache-2.0
import { providerAddress } from '../../kinds/crossplane/health-and-links.ts'
import { entriesAt, fieldAt, listAt, textAt } from '../../model/object/fields.ts'
import type { CephLandscape, ObjectInCluster, SecretPlace } from '../ceph-secrets/landscape.ts'

/** A provider-kubernetes Object that writes or watches a Secret. */
export interface CrossplaneKeeper {
  readonly object: ObjectInCluster
  /** It writes the data itself. */
  readonly data: boolean
  /** The ProviderConfig it uses, where it is not known which cluster that leads to: it may be this Secret or not. */
  readonly unresolved?: string
}

/** The Objects whose manifest is this Secret, or may be: those whose cluster is not known are among them. */
export function crossplaneKeepers(landscape: CephLandscape, secret: SecretPlace): readonly CrossplaneKeeper[] {
  return landscape.crossplaneObjects.flatMap((placed) => {
    const manifest = fieldAt(placed.object, 'spec.forProvider.manifest')
    if (textAt(manifest, 'kind') !== 'Secret' || textAt(manifest, 'metadata.name') !== secret.name) return []
    if (textAt(manifest, 'metadata.namespace') !== secret.namespace) return []
    const cluster = landscape.clusterOfObject(placed)
    if (cluster !== undefined && cluster !== secret.cluster) return []
    const unresolved = cluster === undefined ? { unresolved: providerAddress(placed.object) } : {}
    return [{ object: placed, data: writesData(placed, manifest), ...unresolved }]
  })
}

function writesData({ object }: ObjectInCluster, manifest: unknown): boolean {
  const written = ['data', 'stringData'].some((field) => entriesAt(manifest, field).length > 0)
  const patched = listAt(object, 'spec.references').some((reference) =>
    /^(data|stringData)(\.|\[|$)/.test(textAt(reference, 'toFieldPath') ?? ''),
  )
  return written || patched
}
