// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../model/graph/assessment.ts'
import type { Edge, Graph, GraphNode, NodeId } from '../model/graph/graph.ts'
import { type Health, severity, worse } from '../model/graph/health.ts'
import type { KubeObject } from '../model/object/resource.ts'
import { creationHealth } from './cluster-creation.ts'
import { Waiting } from './grace-period.ts'
import { ownHealth } from './own-health.ts'
import { quorumHealth } from './quorum.ts'
import { rollUp } from './roll-up.ts'
import { withStoppedControllers } from './stopped-controllers-health.ts'

export interface AssessOptions {
  readonly now: number
  readonly acceptCached?: boolean
  /** Cache of health by object, shared by repeated assessments. */
  readonly known?: WeakMap<KubeObject, Health>
  /** What checks found about single nodes: it replaces what they report themselves. */
  readonly findings?: ReadonlyMap<NodeId, Health>
}

/** Assesses every node alone and with its dependencies. Invariant: another gap never makes any node healthier. */
export function assess(graph: Graph, { now, acceptCached = false, known, findings }: AssessOptions): Assessment {
  const gracePeriod = new Waiting(graph, now)
  const isExpected = (node: GraphNode) => gracePeriod.isExpected(node)
  const options = { now, acceptCached, known, isExpected }
  const ownHealths = new Map<NodeId, Health>()
  for (const node of graph.nodes.values())
    ownHealths.set(node.id, creationHealth(graph, node) ?? ownHealth(node, options))
  withStoppedControllers(graph, now, ownHealths)
  for (const [id, health] of findings ?? []) ownHealths.set(id, health)
  const unsure = new Set<NodeId>()
  // Applied after the loop, so that every override is computed from own health whatever the order of nodes.
  const overrides = new Map<NodeId, Health>()
  const own = (id: NodeId) => ownHealths.get(id)
  for (const node of graph.nodes.values()) {
    const { id, source } = node
    const health = own(id)
    const creatorFailure = source === 'missing' ? creatorFailureOf(graph, id, ownHealths) : undefined
    const quorum = quorumHealth(graph, node, own, now)
    const override = quorum?.health ? worst(creatorFailure ?? health, quorum.health) : creatorFailure
    if (override) overrides.set(id, override)
    const isUnknown = health?.state === 'unknown' || override?.state === 'unknown'
    if (isUnknown || quorum?.isUnsure || (source === 'cached' && !acceptCached)) unsure.add(id)
  }
  for (const [id, health] of overrides) ownHealths.set(id, health)
  // An object whose creator failed has another reason than Missing and gets no grace period.
  const isYoung = (edge: Edge) => own(edge.to)?.reason === 'Missing' && gracePeriod.isYoung(edge)
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

/** The failed health of the object that should create a missing one: it contains the reason. */
function creatorFailureOf(graph: Graph, id: NodeId, own: ReadonlyMap<NodeId, Health>): Health | undefined {
  const creators = graph.into(id).filter(({ rel }) => rel === 'creates')
  return creators.map(({ from }) => own.get(from)).find((health) => health?.state === 'failed')
}

function worst(a: Health | undefined, b: Health): Health {
  if (!a) return b
  return worse(a.state, b.state) === a.state && a.state !== 'healthy' ? a : b
}
