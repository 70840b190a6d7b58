// SPDX-License-Identifier: Apache-2.0
import type { Edge, Graph, NodeId } from '../model/graph/graph.ts'
import { isFine, STATES } from '../model/graph/health.ts'
import type { State } from '../model/report/report.ts'
import { reaches } from './propagates.ts'

export interface AssessedState {
  readonly own: (id: NodeId) => State
  /** Nodes about which something could not be read, whatever their known state. */
  readonly unsure: ReadonlySet<NodeId>
  /** The target is missing within its grace period: for the source that is progress, not failure. */
  readonly isYoung: (edge: Edge) => boolean
}

export interface RolledUp {
  /** Of a node with its dependencies. */
  state(id: NodeId): State
  /** The target makes the source of the edge unhealthy. */
  reaches(edge: Edge): boolean
}

/**
 * Propagates states from dependencies to dependents, worst state first: every node is settled once, so cycles
 * terminate and the cost is linear.
 */
export function rollUp(graph: Graph, { own, unsure, isYoung }: AssessedState): RolledUp {
  const uncertain = withDependents(graph, unsure)
  // Contains unhealthy nodes only: all others keep their own state.
  const settled = new Map<NodeId, State>()
  const unhealthy = [...graph.nodes.keys()].filter((id) => !isFine(own(id)))
  const byState = Map.groupBy(unhealthy, own)
  const inGracePeriod: NodeId[] = []
  for (const state of UNHEALTHY_STATES) {
    const extra = state === 'progressing' ? inGracePeriod : state === 'unknown' ? [...uncertain] : []
    const queue = [...(byState.get(state) ?? []), ...extra].filter((id) => !settled.has(id))
    for (const id of queue) settled.set(id, state)
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      for (const edge of graph.into(next)) {
        if (settled.has(edge.from) || !passes(edge, state, isYoung)) continue
        if (state !== 'progressing' && isYoung(edge)) {
          inGracePeriod.push(edge.from)
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
    reaches: (edge) =>
      passes(edge, stateOf(edge.to), isYoung) ||
      (uncertain.has(edge.to) && reaches(edge, 'unknown')) ||
      (edge.weak === 'explains' && !isFine(own(edge.from)) && !isFine(stateOf(edge.to))),
  }
}

/** Worst first. */
const UNHEALTHY_STATES = STATES.filter((state) => !isFine(state)).reverse()

/** A missing target propagates over `degraded` links like a failure, even within its grace period. */
const passes = (edge: Edge, state: State, isYoung: AssessedState['isYoung']) =>
  reaches(edge, isYoung(edge) ? 'failed' : state)

/**
 * The nodes and all their dependents. Kept apart from the states: a degraded node hides that it is also uncertain, and
 * over a weak link only the uncertainty propagates.
 */
function withDependents(graph: Graph, unsure: ReadonlySet<NodeId>): ReadonlySet<NodeId> {
  const uncertain = new Set(unsure)
  for (const id of uncertain) for (const edge of graph.into(id)) if (reaches(edge, 'unknown')) uncertain.add(edge.from)
  return uncertain
}
