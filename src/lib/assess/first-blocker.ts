// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../model/graph/assessment.ts'
import type { GraphNode, NodeId } from '../model/graph/graph.ts'
import type { Role } from '../model/landscape/role.ts'
import { rootCausePath } from './root-cause-path.ts'

/**
 * The object to look at first: the end of the root cause path or, if the only problem is that objects could not be
 * read, the nearest unread object of the most informative cluster. Undefined if the node is healthy.
 */
export function firstBlocker(
  assessment: Assessment,
  start: NodeId,
  order?: (node: GraphNode) => number,
): GraphNode | undefined {
  const last = rootCausePath(assessment, start, order)?.at(-1)
  if (!last) return undefined
  const isUnseen = last.source === 'unseen'
  if (!isUnseen && !NOT_READ.has(assessment.own(last.id).reason ?? '')) return last
  const unread = mostInformativeUnread(assessment, start)
  return unread && (!isUnseen || rank(unread) < rank(last)) ? unread : last
}

/** Reasons of nodes that were not read and do not say why: cached copies, and counts of unread members. */
const NOT_READ: ReadonlySet<string> = new Set(['Cached', 'NotSeen'])

/** Clusters by how much access to them explains: control planes report the health of the services. */
const ROLE_ORDER: readonly Role[] = ['management', 'control-plane', 'storage', 'hypervisor', 'arbiter', 'garden']

function rank({ cluster: { cluster } }: GraphNode): number {
  const ranks = cluster.roles.map(({ role }) => ROLE_ORDER.indexOf(role))
  return Math.min(ROLE_ORDER.length, ...ranks)
}

function mostInformativeUnread({ graph, troubles }: Assessment, start: NodeId): GraphNode | undefined {
  const visited = new Set([start])
  let best: GraphNode | undefined
  for (const id of visited) {
    const node = graph.nodes.get(id)
    if (node?.source === 'unseen' && (!best || rank(node) < rank(best))) best = node
    for (const { to } of troubles(id)) visited.add(to)
  }
  return best
}
