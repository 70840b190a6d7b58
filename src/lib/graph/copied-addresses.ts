// SPDX-License-Identifier: Apache-2.0

import { type KindSpec, kindName } from '../model/graph/kind.ts'
import type { Snapshot } from '../model/landscape/snapshot.ts'
import { textAt } from '../model/object/fields.ts'
import { groupOf } from '../model/object/reference.ts'
import { linksOf } from './links.ts'

/**
 * Resolves ProviderConfigs whose kubeconfig could not be used: they lead to the cluster that holds an object with the
 * UID of a copy that was observed through them. No two objects have one UID.
 */
export function withCopiedAddresses(snapshot: Snapshot, kinds: readonly KindSpec[]): Snapshot {
  const dark = new Set(snapshot.gaps.filter(({ kind }) => kind === undefined).map(({ cluster }) => cluster))
  const unknown = copiesOf(snapshot, kinds).filter(({ address }) => {
    const label = snapshot.addresses.get(address)
    return label === undefined || dark.has(label)
  })
  if (unknown.length === 0) return snapshot
  const wanted = new Set(unknown.map(({ uid }) => uid))
  const labels = new Map(snapshot.clusters.map(({ cluster, label }) => [cluster.uid, label]))
  const homes = new Map(
    snapshot.resources.flatMap(({ cluster, object }) => {
      const [uid, label] = [object.metadata.uid, labels.get(cluster.uid)]
      return uid !== undefined && label !== undefined && wanted.has(uid) ? [[uid, label] as const] : []
    }),
  )
  const found = unknown.flatMap(({ address, uid }) => {
    const label = homes.get(uid)
    return label === undefined ? [] : [[address, label] as const]
  })
  return { ...snapshot, addresses: new Map([...snapshot.addresses, ...found]) }
}

interface Copy {
  /** ProviderConfig st-pool-a */
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
