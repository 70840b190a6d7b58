// SPDX-License-Identifier: Apache-2.0
import type { Edge, Graph, NodeId } from '../model/graph.ts'
import { isFine, STATES } from '../model/health.ts'
import type { State } from '../model/report.ts'
import { reaches } from './reaches.ts'

/**
 * Spreads the worst state from what is needed to those that need it: worst first, so every node is settled once,
 * cycles end and the cost is linear. What is still on its way for a parent is only progress there.
 */
export function rollUp(
  graph: Graph,
  own: (id: NodeId) => State,
  isYoung: (edge: Edge) => boolean,
): ReadonlyMap<NodeId, State> {
  const settled = new Map<NodeId, State>()
  const byState = Map.groupBy(graph.nodes.keys(), own)
  const waiting: NodeId[] = []
  for (const state of [...STATES].reverse()) {
    const queue = [...(byState.get(state) ?? []), ...(state === 'progressing' ? waiting : [])].filter(
      (id) => !settled.has(id),
    )
    for (const id of queue) settled.set(id, state)
    if (isFine(state)) continue
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      for (const edge of graph.into(next)) {
        if (settled.has(edge.from) || !reaches(edge, isYoung(edge) ? 'progressing' : state)) continue
        if (state !== 'progressing' && isYoung(edge)) {
          waiting.push(edge.from)
          continue
        }
        settled.set(edge.from, state)
        queue.push(edge.from)
      }
    }
  }
  return settled
}
