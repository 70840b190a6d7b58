// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../model/assessment.ts'
import type { Edge, Graph, GraphNode, NodeId } from '../model/graph.ts'
import { type Health, severity, worse } from '../model/health.ts'
import { ownHealth } from './own.ts'
import { quorumOf } from './quorum.ts'
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
  const told = new Map<NodeId, Health>()
  const own = (id: NodeId) => told.get(id) ?? alone.get(id)
  const unsure = new Set<NodeId>()
  for (const node of graph.nodes.values()) {
    const refused = refusal(graph, node, alone)
    if (refused) told.set(node.id, refused)
    const quorum = quorumOf(graph, node, (id) => alone.get(id), now)
    if (quorum?.health) told.set(node.id, worst(own(node.id), quorum.health))
    const isUnknown = alone.get(node.id)?.state === 'unknown' || own(node.id)?.state === 'unknown'
    if (isUnknown || quorum?.isUnsure || (node.source === 'cached' && !acceptCached)) unsure.add(node.id)
  }
  // What was refused is not on its way.
  const isYoung = (edge: Edge) => own(edge.to)?.reason === 'Missing' && waiting.isYoung(edge)
  const rolled = rollUp(graph, { own: (id) => own(id)?.state ?? 'unknown', unsure, isYoung })
  const { state } = rolled
  return {
    graph,
    now,
    own: (id) => own(id) ?? { state: 'unknown', reason: 'NotObserved' },
    state,
    troubles: (id) =>
      graph
        .out(id)
        .filter((edge) => rolled.reaches(edge))
        .sort((a, b) => severity(state(b.to)) - severity(state(a.to))),
  }
}

/** Whoever was to make an object that is missing says why it did not. */
function refusal(graph: Graph, { id, source }: GraphNode, own: ReadonlyMap<NodeId, Health>): Health | undefined {
  if (source !== 'missing') return undefined
  const makers = graph.into(id).filter(({ rel }) => rel === 'creates')
  return makers.map(({ from }) => own.get(from)).find((health) => health?.state === 'failed')
}

function worst(a: Health | undefined, b: Health): Health {
  if (!a) return b
  return worse(a.state, b.state) === a.state && a.state !== 'healthy' ? a : b
}
