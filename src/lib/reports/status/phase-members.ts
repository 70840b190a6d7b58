// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../../model/graph/assessment.ts'
import type { Graph, GraphNode, NodeId } from '../../model/graph/graph.ts'
import { kindName } from '../../model/graph/kind.ts'
import { conditionPhase, type PhaseId, phaseOf } from '../../model/graph/phase.ts'
import type { RoleName } from '../../model/landscape/role.ts'

/**
 * Every dependency of a subject with its phase: that of its kind, else of the node that first led to it. A ControlPlane
 * belongs to the phase it is blocked in.
 */
export function phaseMembers(assessment: Assessment, subject: GraphNode): ReadonlyMap<NodeId, PhaseId> {
  const { graph } = assessment
  const phases = new Map<NodeId, PhaseId>()
  const queue: (readonly [NodeId, PhaseId])[] = [[subject.id, 'P']]
  for (let i = 0; i < queue.length; i++) {
    const [id, inherited] = queue[i] as readonly [NodeId, PhaseId]
    const node = graph.nodes.get(id)
    if (!node || phases.has(id)) continue
    const isPlane = kindName(node) === CONTROL_PLANE
    const own = isPlane ? blockedPhase(assessment, node) : ownPhase(graph, node)
    // a ControlPlane without a claim has no provisioning phase
    const phase = own ?? (isPlane && id === subject.id ? '1' : inherited)
    phases.set(id, phase)
    // direct dependencies of a ControlPlane are infrastructure
    for (const edge of graph.out(id)) queue.push([edge.to, isPlane ? '1' : phase])
  }
  return phases
}

const CONTROL_PLANE = 'ControlPlane.c5c3.io'

/** The condition that determined its state tells the phase. */
function blockedPhase({ own }: Assessment, { id }: GraphNode): PhaseId | undefined {
  const [evidence] = own(id).evidence ?? []
  const type = /^status\.conditions\[(\w+)\]/.exec(evidence?.path ?? '')?.[1]
  return type ? conditionPhase(type) : undefined
}

const [SECRETS, KORC] = ['external-secrets.io', 'openstack.k-orc.cloud']

/** Secrets that K-ORC creates are phase 3; database and administrator credentials precede Keystone. */
function ownPhase(graph: Graph, node: GraphNode): PhaseId | undefined {
  if (isOfPool(node)) return 'P'
  const phase = phaseOf(node.group, kindName(node))
  if (phase || node.group !== SECRETS) return phase
  return leadsToKorc(graph, node.id, 2) ? '3' : '1'
}

/** Objects in pool, garden and arbiter clusters belong to provisioning. */
function isOfPool({ cluster: { cluster } }: GraphNode): boolean {
  const isHome = ({ role }: RoleName) => role === 'control-plane' || role === 'management'
  return cluster.roles.length > 0 && !cluster.roles.some(isHome)
}

function leadsToKorc(graph: Graph, id: NodeId, steps: number): boolean {
  return graph.out(id).some(({ to }) => {
    const { group, object } = graph.nodes.get(to) ?? {}
    return (
      (group === KORC && object !== undefined) || (steps > 1 && group === SECRETS && leadsToKorc(graph, to, steps - 1))
    )
  })
}

/** Whether a node is what the phase delivers, not only a dependency of it. */
export function isCore(node: GraphNode, id: PhaseId): boolean {
  return phaseOf(node.group, kindName(node)) === id && node.group !== SECRETS && node.group !== ''
}
