// SPDX-License-Identifier: Apache-2.0
import type { Edge, Graph, NodeId } from '../model/graph/graph.ts'
import { isFine, STATES } from '../model/graph/health.ts'
import type { State } from '../model/report/report.ts'
import { reaches } from './propagates.ts'

export interface AssessedState {
  readonly own: (id: NodeId) => State
  /** Something about them could not be read, whatever else is known of them. */
  readonly unsure: ReadonlySet<NodeId>
  /** For the parent of the edge, what is missing is still on its way: that is only progress. */
  readonly isYoung: (edge: Edge) => boolean
}

export interface RolledUp {
  /** Of a node with all it stands on. */
  state(id: NodeId): State
  /** Trouble comes up over this edge. */
  reaches(edge: Edge): boolean
}

/**
 * Spreads the worst state from what is needed to those that need it: worst first, so every node is settled once,
 * cycles end and the cost is linear.
 */
export function rollUp(graph: Graph, { own, unsure, isYoung }: AssessedState): RolledUp {
  const doubtful = doubtBelow(graph, unsure)
  // Only what is not well: all others are as they are by themselves.
  const settled = new Map<NodeId, State>()
  const troubled = [...graph.nodes.keys()].filter((id) => !isFine(own(id)))
  const byState = Map.groupBy(troubled, own)
  const waiting: NodeId[] = []
  for (const state of TROUBLE) {
    const extra = state === 'progressing' ? waiting : state === 'unknown' ? [...doubtful] : []
    const queue = [...(byState.get(state) ?? []), ...extra].filter((id) => !settled.has(id))
    for (const id of queue) settled.set(id, state)
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      for (const edge of graph.into(next)) {
        if (settled.has(edge.from) || !passes(edge, state, isYoung)) continue
        if (state !== 'progressing' && isYoung(edge)) {
          waiting.push(edge.from)
          continue
        }
        settled.set(edge.from, state)
        queue.push(edge.from)
      }
    }
  }
  const stateOf = (id: NodeId) => settled.get(id) ?? own(id)
  return {
    state: stateOf,
    reaches: (edge) => passes(edge, stateOf(edge.to), isYoung) || (doubtful.has(edge.to) && reaches(edge, 'unknown')),
  }
}

/** Worst first. */
const TROUBLE = STATES.filter((state) => !isFine(state)).reverse()

/** What is missing reaches whoever needs it, however little of its trouble would. */
const passes = (edge: Edge, state: State, isYoung: AssessedState['isYoung']) =>
  reaches(edge, isYoung(edge) ? 'failed' : state)

/**
 * Every node that stands on something nobody could read. Known trouble is worse than that and hides it, but where the
 * known trouble does not reach, the doubt still does.
 */
function doubtBelow(graph: Graph, unsure: ReadonlySet<NodeId>): ReadonlySet<NodeId> {
  const found = new Set(unsure)
  for (const id of found) for (const edge of graph.into(id)) if (reaches(edge, 'unknown')) found.add(edge.from)
  return found
}
