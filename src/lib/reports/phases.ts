// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../model/assessment.ts'
import type { GraphNode, NodeId } from '../model/graph.ts'
import { isFine, severity, worse } from '../model/health.ts'
import { kindName } from '../model/kind.ts'
import { PHASE_TITLES, PHASES, type PhaseId, phaseOf } from '../model/phase.ts'
import type { State } from '../model/report.ts'

export interface Phase {
  readonly id: PhaseId
  readonly title: string
  /** waiting: all that is not well in it only waits for an earlier phase. */
  readonly state: State | 'waiting'
  readonly members: readonly GraphNode[]
  readonly waitsFor?: PhaseId
}

/** Everything a subject stands on, by phase. A phase shows its members' own worst state. */
export function phasesOf(assessment: Assessment, subject: GraphNode): readonly Phase[] {
  const phase = reach(assessment, subject)
  const members = Map.groupBy([...phase.keys()], (id) => phase.get(id) as PhaseId)
  return PHASES.map((id) => phaseReport(assessment, id, members.get(id) ?? [], phase))
}

/** Every node a subject reaches, with its phase: its kind's, else that of the node it was first reached from. */
function reach({ graph }: Assessment, subject: GraphNode): ReadonlyMap<NodeId, PhaseId> {
  const found = new Map<NodeId, PhaseId>()
  const queue: (readonly [NodeId, PhaseId])[] = [[subject.id, 'P']]
  for (let i = 0; i < queue.length; i++) {
    const [id, inherited] = queue[i] as readonly [NodeId, PhaseId]
    const node = graph.nodes.get(id)
    if (!node || found.has(id)) continue
    const phase = phaseOf(node.group, kindName(node)) ?? inherited
    found.set(id, phase)
    for (const edge of graph.out(id)) queue.push([edge.to, phase])
  }
  return found
}

function phaseReport(
  assessment: Assessment,
  id: PhaseId,
  ids: readonly NodeId[],
  phase: ReadonlyMap<NodeId, PhaseId>,
): Phase {
  const members = ids.flatMap((member) => assessment.graph.nodes.get(member) ?? [])
  const base = { id, title: PHASE_TITLES[id], members: members.sort((a, b) => compare(assessment, a, b)) }
  if (members.length === 0) return { ...base, state: 'off' }
  const telling = id === 'P' ? members.filter((node) => !onlyEchoes(assessment, node)) : members
  const state = telling.map((node) => assessment.own(node.id).state).reduce<State>(worseOrOff, 'off')
  if (isFine(state)) return { ...base, state }
  const waits = waitsFor(assessment, members, id, phase)
  return waits ? { ...base, state: 'waiting', waitsFor: waits } : { ...base, state }
}

/** A claim, XR, Object or ControlPlane that is not well because of what it made: that shows in a later phase. */
function onlyEchoes(assessment: Assessment, node: GraphNode): boolean {
  return !isFine(assessment.own(node.id).state) && assessment.troubles(node.id).length > 0
}

/** healthy beats off: one service that runs makes the phase. */
const worseOrOff = (a: State, b: State): State =>
  isFine(a) && isFine(b) ? (a === 'healthy' || b === 'healthy' ? 'healthy' : a === 'off' ? b : a) : worse(a, b)

/** The earlier phase that explains everything that is not well in this one. */
function waitsFor(
  assessment: Assessment,
  members: readonly GraphNode[],
  id: PhaseId,
  phase: ReadonlyMap<NodeId, PhaseId>,
): PhaseId | undefined {
  const own = PHASES.indexOf(id)
  let earliest: PhaseId | undefined
  for (const node of members) {
    if (isFine(assessment.own(node.id).state)) continue
    const cause = earlierTrouble(assessment, node.id, own, phase)
    if (!cause) return undefined
    if (!earliest || PHASES.indexOf(cause) < PHASES.indexOf(earliest)) earliest = cause
  }
  return earliest
}

function earlierTrouble(
  { graph, own, troubles }: Assessment,
  start: NodeId,
  before: number,
  phase: ReadonlyMap<NodeId, PhaseId>,
): PhaseId | undefined {
  const seen = new Set<NodeId>([start])
  const queue = [start]
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    for (const edge of troubles(id)) {
      const its = phase.get(edge.to)
      if (its && PHASES.indexOf(its) < before && !isFine(own(edge.to).state) && graph.nodes.has(edge.to)) return its
      if (seen.has(edge.to)) continue
      seen.add(edge.to)
      queue.push(edge.to)
    }
  }
  return undefined
}

const compare = ({ own }: Assessment, a: GraphNode, b: GraphNode) =>
  severity(own(b.id).state) - severity(own(a.id).state) || (a.id < b.id ? -1 : 1)
