// SPDX-License-Identifier: Apache-2.0
import { causeFinder } from '../../assess/root-cause-path.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode, NodeId } from '../../model/graph/graph.ts'
import { isFine, severity, worse } from '../../model/graph/health.ts'
import { kindName } from '../../model/graph/kind.ts'
import { PHASE_TITLES, PHASES, type PhaseId } from '../../model/graph/phase.ts'
import type { State } from '../../model/report/report.ts'
import { affectingStates } from '../shared/affecting-states.ts'
import { phaseOrder } from '../shared/phase-order.ts'
import { isCore, phaseMembers } from './phase-members.ts'
import { donePhases, requestedPhases } from './phase-requests.ts'

export interface Phase {
  readonly id: PhaseId
  readonly title: string
  /** waiting: every unhealthy member is blocked by an earlier phase. */
  readonly state: State | 'waiting'
  readonly members: readonly GraphNode[]
  readonly waitsFor?: PhaseId
}

/**
 * All dependencies of a subject by phase. A phase has the worst own state of its members, as far as it affects the
 * subject and no other phase explains it.
 */
export function phasesOf(assessment: Assessment, subject: GraphNode): readonly Phase[] {
  const phases = phaseMembers(assessment, subject)
  const nodes = [...phases.keys()].flatMap((id) => assessment.graph.nodes.get(id) ?? [])
  const byPhase = Map.groupBy(nodes, ({ id }) => phases.get(id) as PhaseId)
  const plane = nodes.find((node) => kindName(node) === 'ControlPlane.c5c3.io' && node.object)
  const requested = requestedPhases(subject, plane)
  const reportedDone = donePhases(plane)
  const affecting = affectingStates(assessment, subject)
  const causeOf = causeFinder(assessment, phaseOrder)
  const result: Phase[] = []
  for (const id of PHASES) {
    const members = worstFirst(assessment, byPhase.get(id) ?? [])
    // a gap may also hide objects that were not requested
    const relevant = requested.has(id) ? members : members.filter(({ source }) => source !== 'unseen')
    const verdict: Verdict =
      relevant.length > 0
        ? assessPhase(assessment, { id, members: relevant, phases, affecting, causeOf })
        : { state: 'off' }
    // dependencies alone do not prove that the phase is healthy
    const isUnproven =
      requested.has(id) &&
      verdict.state !== 'waiting' &&
      isFine(verdict.state) &&
      !relevant.some((node) => isCore(node, id))
    const state = isUnproven
      ? reportedDone.has(id)
        ? { state: 'healthy' as const }
        : notReached(result, plane)
      : verdict
    result.push({ id, title: PHASE_TITLES[id], members, ...state })
  }
  return result
}

type Verdict = Pick<Phase, 'state' | 'waitsFor'>

interface PhaseInput {
  readonly id: PhaseId
  readonly members: readonly GraphNode[]
  readonly phases: ReadonlyMap<NodeId, PhaseId>
  readonly affecting: ReadonlySet<NodeId>
  readonly causeOf: (node: GraphNode) => GraphNode
}

function assessPhase({ own, state }: Assessment, { id, members, phases, affecting, causeOf }: PhaseInput): Verdict {
  const phaseOf = (node: GraphNode) => phases.get(node.id) ?? id
  const causes = members
    .filter((node) => affecting.has(node.id) && !isFine(own(node.id).state))
    .map((node) => ({ node, phase: phaseOf(causeOf(node)) }))
  // problems of a later phase are shown there: a claim depends on everything it creates
  const ownStates = causes.filter(({ phase }) => phase === id).map(({ node }) => own(node.id).state)
  if (ownStates.length > 0) return { state: ownStates.reduce(worse) }
  const blocked = members.filter(
    (node) => affecting.has(node.id) && isFine(own(node.id).state) && STOPPED.has(state(node.id)),
  )
  const stopped = blocked.map(causeOf).filter((node) => STOPPED.has(own(node.id).state))
  const earlier = [...causes.map(({ phase }) => phase), ...stopped.map(phaseOf)].filter((phase) => isBefore(phase, id))
  const [first] = earlier.sort((a, b) => PHASES.indexOf(a) - PHASES.indexOf(b))
  if (first) return { state: 'waiting', waitsFor: first }
  const states = members.map((node) => own(node.id).state)
  const fine = states.filter(isFine)
  // without a healthy member there is no evidence that the phase is healthy
  return { state: fine.includes('healthy') ? 'healthy' : (fine[0] ?? states.reduce(worse)) }
}

/** Dependents of an object in one of these states do not run, whatever their status says. */
const STOPPED: ReadonlySet<State> = new Set(['failed', 'stalled', 'progressing'])

const isBefore = (a: PhaseId, b: PhaseId) => PHASES.indexOf(a) < PHASES.indexOf(b)

/** A requested phase without objects: an earlier phase is incomplete, or its operator is not installed. */
function notReached(previous: readonly Phase[], plane: GraphNode | undefined): Verdict {
  const incomplete = previous.findLast(({ state }) => state === 'waiting' || !isFine(state))
  if (incomplete?.state === 'unknown') return { state: 'unknown' }
  if (incomplete) return { state: 'waiting', waitsFor: incomplete.waitsFor ?? incomplete.id }
  return { state: plane ? 'not installed' : 'progressing' }
}

function worstFirst({ own }: Assessment, nodes: readonly GraphNode[]): readonly GraphNode[] {
  const ranked = nodes.map((node) => ({ node, rank: severity(own(node.id).state) }))
  return ranked.sort((a, b) => b.rank - a.rank || (a.node.id < b.node.id ? -1 : 1)).map(({ node }) => node)
}
