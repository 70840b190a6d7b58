// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../model/assessment.ts'
import type { Graph, GraphNode, NodeId } from '../model/graph.ts'
import { type Health, isFine, severity, worse } from '../model/health.ts'
import { type Counted, kindName } from '../model/kind.ts'
import type { State } from '../model/report.ts'
import { ownHealth } from './own.ts'
import { reaches } from './reaches.ts'
import { rollUp } from './roll-up.ts'

export interface AssessOptions {
  readonly now: number
  readonly acceptCached?: boolean
}

/** Judges every node by itself and with all it stands on. Adding a gap never moves anything towards healthy. */
export function assess(graph: Graph, { now, acceptCached = false }: AssessOptions): Assessment {
  const own = new Map<NodeId, Health>()
  const wantedSince = (node: GraphNode) => youngest(graph, node)
  for (const node of graph.nodes.values()) own.set(node.id, ownHealth(node, { now, acceptCached, wantedSince }))
  for (const node of graph.nodes.values()) {
    const quorum = quorumOf(graph, node, own, now)
    if (quorum) own.set(node.id, worst(own.get(node.id), quorum))
  }
  const states = rollUp(graph, (id) => own.get(id)?.state ?? 'unknown')
  const state = (id: NodeId): State => states.get(id) ?? 'unknown'
  return {
    graph,
    now,
    own: (id) => own.get(id) ?? { state: 'unknown', reason: 'NotObserved' },
    state,
    troubles: (id) =>
      graph
        .out(id)
        .filter((edge) => reaches(edge, state(edge.to)))
        .sort((a, b) => severity(state(b.to)) - severity(state(a.to))),
  }
}

function quorumOf(graph: Graph, node: GraphNode, own: ReadonlyMap<NodeId, Health>, now: number): Health | undefined {
  if (!node.spec?.quorum || !node.object) return undefined
  const counts = new Map<string, Counted>()
  for (const edge of graph.out(node.id)) {
    const target = graph.nodes.get(edge.to)
    if (edge.weak !== 'counted' || !target) continue
    const state = own.get(edge.to)?.state ?? 'unknown'
    const so = counts.get(kindName(target)) ?? { total: 0, fine: 0, unknown: 0 }
    const there = target.object !== undefined
    counts.set(kindName(target), {
      total: so.total + (there ? 1 : 0),
      fine: so.fine + (there && isFine(state) ? 1 : 0),
      unknown: so.unknown + (state === 'unknown' ? 1 : 0),
    })
  }
  const hidden = graph
    .out(node.id)
    .some((edge) => edge.weak === 'counted' && graph.nodes.get(edge.to)?.source === 'unseen')
  try {
    const quorum = node.spec.quorum(node.object, counts, now)
    if (!hidden) return quorum
    const unseen: Health = { state: 'unknown', reason: 'NotSeen', message: 'its members could not be read' }
    return quorum && severity(quorum.state) > severity('unknown') ? quorum : unseen
  } catch {
    return { state: 'unknown', reason: 'Malformed', message: 'its members cannot be counted' }
  }
}

function worst(a: Health | undefined, b: Health): Health {
  if (!a) return b
  return worse(a.state, b.state) === a.state && a.state !== 'healthy' ? a : b
}

/** The newest creation among those that refer to a node. */
function youngest(graph: Graph, node: GraphNode): number | undefined {
  const times = graph.into(node.id).flatMap((edge) => {
    const created = Date.parse(graph.nodes.get(edge.from)?.object?.metadata.creationTimestamp ?? '')
    return Number.isNaN(created) ? [] : [created]
  })
  return times.length > 0 ? Math.max(...times) : undefined
}
