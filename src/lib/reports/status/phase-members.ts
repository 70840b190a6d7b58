// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../../model/graph/assessment.ts'
import type { Graph, GraphNode, NodeId } from '../../model/graph/graph.ts'
import { kindName } from '../../model/graph/kind.ts'
import { conditionPhase, type PhaseId, phaseOf } from '../../model/graph/phase.ts'
import type { RoleName } from '../../model/landscape/role.ts'

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
    // One that nobody provisions comes with what it needs first.
    const phase = own ?? (isPlane && id === subject.id ? '1' : inherited)
    found.set(id, phase)
    // What a ControlPlane needs before any service is infrastructure.
    for (const edge of graph.out(id)) queue.push([edge.to, isPlane ? '1' : phase])
  }
  return found
}

const CONTROL_PLANE = 'ControlPlane.c5c3.io'

/** The condition that decided its health says how far it got. */
function heldIn({ own }: Assessment, { id }: GraphNode): PhaseId | undefined {
  const [evidence] = own(id).evidence ?? []
  const type = /^status\.conditions\[(\w+)\]/.exec(evidence?.path ?? '')?.[1]
  return type ? conditionPhase(type) : undefined
}

const [SECRETS, KORC] = ['external-secrets.io', 'openstack.k-orc.cloud']

/** Credentials that K-ORC mints are phase 3, those of databases and of the administrator come before Keystone. */
function ownPhase(graph: Graph, node: GraphNode): PhaseId | undefined {
  if (isOfPool(node)) return 'P'
  const phase = phaseOf(node.group, kindName(node))
  if (phase || node.group !== SECRETS) return phase
  return leadsToKorc(graph, node.id, 2) ? '3' : '1'
}

/** What pools, gardens and arbiters hold is provisioned with them, whatever it is. */
function isOfPool({ cluster: { cluster } }: GraphNode): boolean {
  const home = ({ role }: RoleName) => role === 'control-plane' || role === 'management'
  return cluster.roles.length > 0 && !cluster.roles.some(home)
}

function leadsToKorc(graph: Graph, id: NodeId, steps: number): boolean {
  return graph.out(id).some(({ to }) => {
    const { group, object } = graph.nodes.get(to) ?? {}
    return (
      (group === KORC && object !== undefined) || (steps > 1 && group === SECRETS && leadsToKorc(graph, to, steps - 1))
    )
  })
}

/** One of what a phase is about, and not only something it needs as well. */
export function isCore(node: GraphNode, id: PhaseId): boolean {
  return phaseOf(node.group, kindName(node)) === id && node.group !== SECRETS && node.group !== ''
}
