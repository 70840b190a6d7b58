// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../model/assessment.ts'
import type { Edge, Graph, GraphNode, NodeId } from '../model/graph.ts'
import { type Health, isFine, severity, worse } from '../model/health.ts'
import { type Counted, kindName } from '../model/kind.ts'
import type { State } from '../model/report.ts'
import { ownHealth } from './own.ts'
import { reaches } from './reaches.ts'
import { rollUp } from './roll-up.ts'
import { Waiting } from './waiting.ts'

export interface AssessOptions {
  readonly now: number
  readonly acceptCached?: boolean
}

/** Judges every node by itself and with all it stands on. Adding a gap never moves anything towards healthy. */
export function assess(graph: Graph, { now, acceptCached = false }: AssessOptions): Assessment {
  const waiting = new Waiting(graph, now)
  const isExpected = (node: GraphNode) => waiting.isExpected(node)
  const alone = new Map<NodeId, Health>()
  for (const node of graph.nodes.values()) alone.set(node.id, ownHealth(node, { now, acceptCached, isExpected }))
  // What others say of a node rests on what they say of themselves, whichever comes first.
  const own = new Map(alone)
  for (const node of graph.nodes.values()) {
    const refused = refusal(graph, node, alone)
    if (refused) own.set(node.id, refused)
    const quorum = quorumOf(graph, node, alone, now)
    if (quorum) own.set(node.id, worst(own.get(node.id), quorum))
  }
  // What was refused is not on its way.
  const isYoung = (edge: Edge) => own.get(edge.to)?.reason === 'Missing' && waiting.isYoung(edge)
  const states = rollUp(graph, (id) => own.get(id)?.state ?? 'unknown', isYoung)
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

/** Whoever was to make an object that is missing says why it did not. */
function refusal(graph: Graph, { id, source }: GraphNode, own: ReadonlyMap<NodeId, Health>): Health | undefined {
  if (source !== 'missing') return undefined
  const makers = graph.into(id).filter(({ rel }) => rel === 'creates')
  return makers.map(({ from }) => own.get(from)).find((health) => health?.state === 'failed')
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
      // A gap may hide any number of them.
      unknown: so.unknown + (target.source === 'unseen' ? Number.POSITIVE_INFINITY : state === 'unknown' ? 1 : 0),
    })
  }
  const hidden = [...counts.values()].some(({ unknown }) => unknown === Number.POSITIVE_INFINITY)
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
