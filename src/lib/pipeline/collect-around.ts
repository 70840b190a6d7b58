// SPDX-License-Identifier: Apache-2.0
import { type Collection, collect } from '../cluster/read/collect.ts'
import type { Fleet, Member } from '../fleet/member.ts'
import type { GraphNode } from '../model/graph/graph.ts'
import type { KindSpec } from '../model/graph/kind.ts'

/** Reads kinds only in the clusters of these nodes; where the cluster-wide list is forbidden, in their namespaces. */
export async function collectAround(
  { members }: Pick<Fleet, 'members'>,
  nodes: readonly GraphNode[],
  kinds: readonly KindSpec[],
  signal: AbortSignal,
): Promise<Collection> {
  const byCluster = Map.groupBy(nodes, ({ cluster }) => cluster.label)
  const parts = await Promise.all(
    members.filter(isOpen).map((member) => {
      const clusterNodes = byCluster.get(member.label)
      if (!clusterNodes) return EMPTY
      const namespaces = [...new Set(clusterNodes.flatMap(({ namespace }) => namespace ?? []))].sort()
      return collect([member], kinds, { signal, ...(namespaces.length > 0 ? { fallbackNamespaces: namespaces } : {}) })
    }),
  )
  return {
    objects: parts.flatMap(({ objects }) => objects),
    gaps: parts.flatMap(({ gaps }) => gaps),
    read: parts.flatMap(({ read }) => read),
  }
}

const EMPTY: Collection = { objects: [], gaps: [], read: [] }

const isOpen = (member: Member): member is Member & { client: NonNullable<Member['client']> } =>
  member.client !== undefined
