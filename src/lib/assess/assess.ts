// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../model/graph/assessment.ts'
import type { Edge, Graph, GraphNode, NodeId } from '../model/graph/graph.ts'
import { type Health, severity, worse } from '../model/graph/health.ts'
import type { KubeObject } from '../model/object/resource.ts'
import { Waiting } from './grace-period.ts'
import { ownHealth } from './own-health.ts'
import { quorumHealth } from './quorum.ts'
import { rollUp } from './roll-up.ts'

export interface AssessOptions {
  readonly now: number
  readonly acceptCached?: boolean
  /** Kept from one assessment to the next by whoever assesses again and again. */
  readonly known?: WeakMap<KubeObject, Health>
}

/** Judges every node by itself and with all it stands on. Adding a gap never moves anything towards healthy. */
export function assess(graph: Graph, { now, acceptCached = false, known }: AssessOptions): Assessment {
  const waiting = new Waiting(graph, now)
  const isExpected = (node: GraphNode) => waiting.isExpected(node)
  const options = { now, acceptCached, known, isExpected }
  const alone = new Map<NodeId, Health>()
  for (const node of graph.nodes.values()) alone.set(node.id, ownHealth(node, options))
  const unsure = new Set<NodeId>()
  // What others say of a node rests on what they say of themselves, whichever comes first.
  const told = new Map<NodeId, Health>()
  const itself = (id: NodeId) => alone.get(id)
  for (const node of graph.nodes.values()) {
    const { id, source } = node
    const own = alone.get(id)
    const refused = source === 'missing' ? refusal(graph, id, alone) : undefined
    const quorum = quorumHealth(graph, node, itself, now)
    const said = quorum?.health ? worst(refused ?? own, quorum.health) : refused
    if (said) told.set(id, said)
    const isUnknown = own?.state === 'unknown' || said?.state === 'unknown'
    if (isUnknown || quorum?.isUnsure || (source === 'cached' && !acceptCached)) unsure.add(id)
  }
  for (const [id, health] of told) alone.set(id, health)
  const own = itself
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
function refusal(graph: Graph, id: NodeId, own: ReadonlyMap<NodeId, Health>): Health | undefined {
  const makers = graph.into(id).filter(({ rel }) => rel === 'creates')
  return makers.map(({ from }) => own.get(from)).find((health) => health?.state === 'failed')
}

function worst(a: Health | undefined, b: Health): Health {
  if (!a) return b
  return worse(a.state, b.state) === a.state && a.state !== 'healthy' ? a : b
}
