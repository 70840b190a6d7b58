// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../model/graph/assessment.ts'
import type { GraphNode, NodeId } from '../model/graph/graph.ts'
import type { Role } from '../model/landscape/role.ts'
import { rootCausePath } from './root-cause-path.ts'

/**
 * The first thing to look at: the deepest node that shows what is wrong or, where all that is wrong is that something
 * could not be read, the nearest thing of the cluster that tells most. Undefined when all is well.
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
  const better = tellingUnseen(assessment, start)
  return better && (!isUnseen || rank(better) < rank(last)) ? better : last
}

/** A copy, or a number that nobody could count: it was not read itself, and does not say why. */
const NOT_READ: ReadonlySet<string> = new Set(['Cached', 'NotSeen'])

/** The clusters to open first: whoever can read a control plane knows how the services are. */
const FIRST: readonly Role[] = ['management', 'control-plane', 'storage', 'hypervisor', 'arbiter', 'garden']

function rank({ cluster: { cluster } }: GraphNode): number {
  const ranks = cluster.roles.map(({ role }) => FIRST.indexOf(role))
  return Math.min(FIRST.length, ...ranks)
}

function tellingUnseen({ graph, troubles }: Assessment, start: NodeId): GraphNode | undefined {
  const seen = new Set([start])
  let found: GraphNode | undefined
  for (const id of seen) {
    const node = graph.nodes.get(id)
    if (node?.source === 'unseen' && (!found || rank(node) < rank(found))) found = node
    for (const { to } of troubles(id)) seen.add(to)
  }
  return found
}
