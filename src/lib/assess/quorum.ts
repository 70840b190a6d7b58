// SPDX-License-Identifier: Apache-2.0
import type { Graph, GraphNode, NodeId } from '../model/graph/graph.ts'
import { type Health, isFine, severity } from '../model/graph/health.ts'
import { type BadMember, type CountedTargets, kindName } from '../model/graph/kind.ts'

export interface QuorumHealth {
  /** undefined: there are enough. */
  readonly health: Health | undefined
  /** Some of the members could not be read: it may be worse. */
  readonly isUnsure: boolean
}

const NONE: CountedTargets = { total: 0, fine: 0, unknown: 0 }

/** What the redundant sets of a node mean for it, by what their members say of themselves. Never throws. */
export function quorumHealth(
  graph: Graph,
  node: GraphNode,
  own: (id: NodeId) => Health | undefined,
  now: number,
): QuorumHealth | undefined {
  if (!node.spec?.quorum || !node.object) return undefined
  const counts = countsOf(graph, node, own)
  const isUnsure = [...counts.values()].some(({ unknown }) => unknown === Number.POSITIVE_INFINITY)
  try {
    const health = node.spec.quorum(node.object, counts, now)
    if (!isUnsure || (health && severity(health.state) > severity('unknown'))) return { health, isUnsure }
    return { health: { state: 'unknown', reason: 'NotSeen', message: 'its members could not be read' }, isUnsure }
  } catch {
    const message = 'its members cannot be counted'
    return { health: { state: 'unknown', reason: 'Malformed', message }, isUnsure: true }
  }
}

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
    const so = counts.get(kindName(target)) ?? NONE
    const there = target.object !== undefined
    const isBad = there && health && !isFine(state) && state !== 'unknown'
    const bad = isBad ? withBad(so.bad, target, health) : so.bad
    counts.set(kindName(target), {
      total: so.total + (there ? 1 : 0),
      fine: so.fine + (there && isFine(state) ? 1 : 0),
      // A gap may hide any number of them.
      unknown: so.unknown + (target.source === 'unseen' ? Number.POSITIVE_INFINITY : state === 'unknown' ? 1 : 0),
      ...(bad ? { bad } : {}),
    })
  }
  return counts
}

/** So many are named; they are the ones that come first by name, whatever was read first. */
const NAMED = 4

function withBad(bad: readonly BadMember[] = [], { kind, name }: GraphNode, { reason, message }: Health) {
  const says = [reason, message].filter(Boolean).join(': ')
  return [...bad, { kind, name, says }].sort((a, b) => (a.name < b.name ? -1 : 1)).slice(0, NAMED)
}
