// SPDX-License-Identifier: Apache-2.0
import { entriesAt, fieldAt, listAt, textAt } from '../model/fields.ts'
import type { CephLandscape, Placed, SecretPlace } from './ceph-landscape.ts'

/** A provider-kubernetes Object that writes or watches a Secret. */
export interface CrossplaneKeeper {
  readonly object: Placed
  /** It writes the data itself. */
  readonly data: boolean
}

/** The Objects whose manifest is this Secret. One whose ProviderConfig leads nowhere we know is taken for it. */
export function crossplaneKeepers(landscape: CephLandscape, secret: SecretPlace): readonly CrossplaneKeeper[] {
  return landscape.crossplaneObjects.flatMap((placed) => {
    const manifest = fieldAt(placed.object, 'spec.forProvider.manifest')
    if (textAt(manifest, 'kind') !== 'Secret' || textAt(manifest, 'metadata.name') !== secret.name) return []
    if (textAt(manifest, 'metadata.namespace') !== secret.namespace) return []
    const leads = landscape.clusterOfProvider(textAt(placed.object, 'spec.providerConfigRef.name') ?? 'default')
    if (leads !== undefined && leads !== secret.cluster) return []
    return [{ object: placed, data: writesData(placed, manifest) }]
  })
}

function writesData({ object }: Placed, manifest: unknown): boolean {
  const written = ['data', 'stringData'].some((field) => entriesAt(manifest, field).length > 0)
  const patched = listAt(object, 'spec.references').some((reference) =>
    /^(data|stringData)(\.|\[|$)/.test(textAt(reference, 'toFieldPath') ?? ''),
  )
  return written || patched
}
