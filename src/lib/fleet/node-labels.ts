// SPDX-License-Identifier: Apache-2.0
import { node } from '../kinds/kubernetes/node.ts'
import type { OpenedCandidate } from './open.ts'
import { listOrNote } from './sources/source.ts'

/** The metal operator writes the name of the cluster on every Node. */
const CLUSTER_LABEL = 'kubernetes.metal.cloud.sap/cluster'

/** The UIDs of clusters by the name that all their Nodes carry; a name that two clusters carry says nothing. */
export async function clustersByNodeLabel(readable: readonly OpenedCandidate[]): Promise<ReadonlyMap<string, string>> {
  const named = await Promise.all(
    readable.map(async ({ client, uid }) => {
      const { items } = client ? await listOrNote(client, node) : { items: [] }
      const [name, ...others] = new Set(items.map(({ metadata }) => metadata.labels?.[CLUSTER_LABEL]))
      return name && others.length === 0 && uid ? [{ name, uid }] : []
    }),
  )
  const byName = Map.groupBy(named.flat(), ({ name }) => name)
  return new Map(
    [...byName].flatMap(([name, found]) => {
      const uids = new Set(found.map(({ uid }) => uid))
      return uids.size === 1 ? [...uids].map((uid) => [name, uid] as const) : []
    }),
  )
}
