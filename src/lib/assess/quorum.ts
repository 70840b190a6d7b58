// SPDX-License-Identifier: Apache-2.0
import type { Graph, GraphNode, NodeId } from '../model/graph/graph.ts'
import { type Health, isFine, severity } from '../model/graph/health.ts'
import { type BadMember, type CountedTargets, kindName } from '../model/graph/kind.ts'

export interface QuorumHealth {
  /** Undefined if enough members are healthy. */
  readonly health: Health | undefined
  /** Some members could not be read: the actual health may be worse. */
  readonly isUnsure: boolean
}

const NONE: CountedTargets = { total: 0, fine: 0, unknown: 0 }

/** Health of a node by the own health of the members of its redundant sets. Never throws. */
export function quorumHealth(
  graph: Graph,
  node: GraphNode,
  own: (id: NodeId) => Health | undefined,
  now: number,
): QuorumHealth | undefined {
  if (!node.spec?.quorum || !node.object) return undefined
  const counted = graph.out(node.id).filter(({ weak }) => weak === 'counted')
  const created = counted.map(({ to }) => own(to)).find((health) => health?.reason === 'BeingCreated')
  if (created) return { health: created, isUnsure: false }
  const counts = countsOf(graph, node, own)
  const isUnsure = [...counts.values()].some(({ unknown }) => unknown === Number.POSITIVE_INFINITY)
  try {
    const health = withController(node.spec.quorum(node.object, counts, now), membersOf(graph, node, own))
    if (!isUnsure || (health && severity(health.state) > severity('unknown'))) return { health, isUnsure }
    return { health: { state: 'unknown', reason: 'NotSeen', message: 'its members could not be read' }, isUnsure }
  } catch {
    const message = 'its members cannot be counted'
    return { health: { state: 'unknown', reason: 'Malformed', message }, isUnsure: true }
  }
}

/** Members that are unknown only because their controller does not run were read: that is the reason. */
function withController(health: Health | undefined, members: readonly Health[]): Health | undefined {
  if (health?.state !== 'unknown') return health
  const unknown = members.filter(({ state }) => state === 'unknown')
  const [first] = unknown
  if (!first || unknown.some(({ reason }) => reason !== 'ControllerNotRunning')) return health
  const message = [health.message, first.message?.replace(/^its /, 'their ')].filter(Boolean).join('; ')
  return { ...health, reason: 'ControllerNotRunning', message, ...(first.since ? { since: first.since } : {}) }
}

const membersOf = (graph: Graph, { id }: GraphNode, own: (id: NodeId) => Health | undefined): readonly Health[] =>
  graph.out(id).flatMap(({ to, weak }) => (weak === 'counted' ? (own(to) ?? []) : []))

function countsOf(
  graph: Graph,
  { id }: GraphNode,
  own: (id: NodeId) => Health | undefined,
): ReadonlyMap<string, CountedTargets> {
  const counts = new Map<string, CountedTargets>(graph.emptySets(id).map((kind) => [kind, NONE]))
  for (const edge of graph.out(id)) {
    const target = graph.nodes.get(edge.to)
    if (edge.weak !== 'counted' || !target) continue
    const health = own(edge.to)
    const state = health?.state ?? 'unknown'
    const count = counts.get(kindName(target)) ?? NONE
    const exists = target.object !== undefined
    const isUnhealthy = exists && health && !isFine(state) && state !== 'unknown'
    const bad = isUnhealthy ? withUnhealthy(count.bad, target, health) : count.bad
    counts.set(kindName(target), {
      total: count.total + (exists ? 1 : 0),
      fine: count.fine + (exists && isFine(state) ? 1 : 0),
      // A gap may hide any number of members.
      unknown: count.unknown + (target.source === 'unseen' ? Number.POSITIVE_INFINITY : state === 'unknown' ? 1 : 0),
      ...(bad ? { bad } : {}),
    })
  }
  return counts
}

/** Unhealthy members that are listed by name: the first in alphabetical order, so that read order does not matter. */
const MAX_LISTED = 4

function withUnhealthy(members: readonly BadMember[] = [], { kind, name }: GraphNode, { reason, message }: Health) {
  const says = [reason, message].filter(Boolean).join(': ')
  return [...members, { kind, name, says }].sort((a, b) => (a.name < b.name ? -1 : 1)).slice(0, MAX_LISTED)
}
