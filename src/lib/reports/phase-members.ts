// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../model/assessment.ts'
import type { Graph, GraphNode, NodeId } from '../model/graph.ts'
import { kindName } from '../model/kind.ts'
import { conditionPhase, type PhaseId, phaseOf } from '../model/phase.ts'

/**
 * Every node a subject reaches, with its phase: its kind's, else that of the node it was first reached from. A
 * ControlPlane belongs to the phase it is held up in.
 */
export function phaseMembers(assessment: Assessment, subject: GraphNode): ReadonlyMap<NodeId, PhaseId> {
  const { graph } = assessment
  const found = new Map<NodeId, PhaseId>()
  const queue: (readonly [NodeId, PhaseId])[] = [[subject.id, 'P']]
  for (let i = 0; i < queue.length; i++) {
    const [id, inherited] = queue[i] as readonly [NodeId, PhaseId]
    const node = graph.nodes.get(id)
    if (!node || found.has(id)) continue
    const isPlane = kindName(node) === CONTROL_PLANE
    const own = isPlane ? heldIn(assessment, node) : ownPhase(graph, node)
    const phase = own ?? inherited
    found.set(id, phase)
    // What a ControlPlane needs before any service is infrastructure.
    for (const edge of graph.out(id)) queue.push([edge.to, isPlane ? '1' : phase])
  }
  return found
}

const CONTROL_PLANE = 'ControlPlane.c5c3.io'

/** The condition that decided its health says how far it got. */
function heldIn({ own }: Assessment, { id }: GraphNode): PhaseId {
  const [evidence] = own(id).evidence ?? []
  const type = /^status\.conditions\[(\w+)\]/.exec(evidence?.path ?? '')?.[1]
  return (type ? conditionPhase(type) : undefined) ?? 'P'
}

const [SECRETS, KORC] = ['external-secrets.io', 'openstack.k-orc.cloud']

/** Credentials that K-ORC mints are phase 3, those of databases and of the administrator come before Keystone. */
function ownPhase(graph: Graph, node: GraphNode): PhaseId | undefined {
  const { roles } = node.cluster.cluster
  const isSecret = node.group === SECRETS
  // What pools need of them is part of the pools.
  if ((isSecret || node.group === KORC) && !roles.some(({ role }) => role === 'control-plane')) return 'P'
  const phase = phaseOf(node.group, kindName(node))
  return phase ?? (isSecret ? (leadsToKorc(graph, node.id, 2) ? '3' : '1') : undefined)
}

function leadsToKorc(graph: Graph, id: NodeId, steps: number): boolean {
  return graph.out(id).some(({ to }) => {
    const group = graph.nodes.get(to)?.group
    return group === KORC || (steps > 1 && group === SECRETS && leadsToKorc(graph, to, steps - 1))
  })
}
