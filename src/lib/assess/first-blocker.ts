// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../model/assessment.ts'
import type { GraphNode, NodeId } from '../model/graph.ts'
import { blame } from './blame.ts'

/**
 * The first thing to look at: the deepest node that shows what is wrong or, where all that is wrong is that something
 * could not be read, the nearest thing that could not. Undefined when all is well.
 */
export function firstBlocker(
  assessment: Assessment,
  start: NodeId,
  order?: (node: GraphNode) => number,
): GraphNode | undefined {
  const last = blame(assessment, start, order)?.at(-1)
  const isRead = !last || !NOT_READ.has(assessment.own(last.id).reason ?? '')
  return isRead ? last : (nearestUnseen(assessment, start) ?? last)
}

/** A copy, or a number that nobody could count: it was not read itself, and does not say why. */
const NOT_READ: ReadonlySet<string> = new Set(['Cached', 'NotSeen'])

function nearestUnseen({ graph, troubles }: Assessment, start: NodeId): GraphNode | undefined {
  const seen = new Set([start])
  for (const id of seen) {
    const node = graph.nodes.get(id)
    if (node?.source === 'unseen') return node
    for (const { to } of troubles(id)) seen.add(to)
  }
  return undefined
}
