// SPDX-License-Identifier: Apache-2.0

import { type KindSpec, kindName } from '../model/graph/kind.ts'
import type { Snapshot } from '../model/landscape/snapshot.ts'
import { textAt } from '../model/object/fields.ts'
import { groupOf } from '../model/object/reference.ts'
import { linksOf } from './links.ts'

/**
 * Resolves ProviderConfigs whose kubeconfig could not be used: a copy observed through one has the UID of an object in
 * the cluster it refers to, and UIDs are unique.
 */
export function withCopiedAddresses(snapshot: Snapshot, kinds: readonly KindSpec[]): Snapshot {
  const unreachable = new Set(snapshot.gaps.filter(({ kind }) => kind === undefined).map(({ cluster }) => cluster))
  const unresolved = copiesOf(snapshot, kinds).filter(({ address }) => {
    const label = snapshot.addresses.get(address)
    return label === undefined || unreachable.has(label)
  })
  if (unresolved.length === 0) return snapshot
  const copiedUids = new Set(unresolved.map(({ uid }) => uid))
  const labels = new Map(snapshot.clusters.map(({ cluster, label }) => [cluster.uid, label]))
  const labelsByUid = new Map(
    snapshot.resources.flatMap(({ cluster, object }) => {
      const [uid, label] = [object.metadata.uid, labels.get(cluster.uid)]
      return uid !== undefined && label !== undefined && copiedUids.has(uid) ? [[uid, label] as const] : []
    }),
  )
  const resolved = unresolved.flatMap(({ address, uid }) => {
    const label = labelsByUid.get(uid)
    return label === undefined ? [] : [[address, label] as const]
  })
  return { ...snapshot, addresses: new Map([...snapshot.addresses, ...resolved]) }
}

interface Copy {
  /** Such as `ProviderConfig st-pool-a`. */
  readonly address: string
  readonly uid: string
}

function copiesOf({ resources }: Snapshot, kinds: readonly KindSpec[]): readonly Copy[] {
  const specs = new Map(kinds.map((spec) => [kindName(spec), spec]))
  return resources.flatMap(({ object }) => {
    if (object.kind !== 'Object') return []
    const spec = specs.get(kindName({ group: groupOf(object.apiVersion), kind: object.kind }))
    return linksOf(spec, object).flatMap(({ to: { where }, observed }) => {
      const uid = textAt(observed?.copy, 'metadata.uid')
      if (uid === undefined || typeof where === 'string' || !('providerConfig' in where)) return []
      return [{ address: `ProviderConfig ${where.providerConfig}`, uid }]
    })
  })
}
