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
  /** waiting: all that is not well in it only waits for an earlier phase. */
  readonly state: State | 'waiting'
  readonly members: readonly GraphNode[]
  readonly waitsFor?: PhaseId
}

/**
 * Everything a subject stands on, by phase. A phase shows its members' own worst state, as far as the subject feels it
 * and no other phase explains it.
 */
export function phasesOf(assessment: Assessment, subject: GraphNode): readonly Phase[] {
  const phases = phaseMembers(assessment, subject)
  const nodes = [...phases.keys()].flatMap((id) => assessment.graph.nodes.get(id) ?? [])
  const byPhase = Map.groupBy(nodes, ({ id }) => phases.get(id) as PhaseId)
  const plane = nodes.find((node) => kindName(node) === 'ControlPlane.c5c3.io' && node.object)
  const asked = requestedPhases(subject, plane)
  const told = donePhases(plane)
  const felt = affectingStates(assessment, subject)
  const causeOf = causeFinder(assessment, phaseOrder)
  const done: Phase[] = []
  for (const id of PHASES) {
    const members = worstFirst(assessment, byPhase.get(id) ?? [])
    // A gap may hide what nobody asked for, too.
    const seen = asked.has(id) ? members : members.filter(({ source }) => source !== 'unseen')
    const verdict: Verdict =
      seen.length > 0 ? judged(assessment, { id, members: seen, phases, felt, causeOf }) : { state: 'off' }
    // What a phase needs besides does not make it well.
    const isOpen =
      asked.has(id) && verdict.state !== 'waiting' && isFine(verdict.state) && !seen.some((node) => isCore(node, id))
    const state = isOpen ? (told.has(id) ? { state: 'healthy' as const } : notReached(done, plane)) : verdict
    done.push({ id, title: PHASE_TITLES[id], members, ...state })
  }
  return done
}

type Verdict = Pick<Phase, 'state' | 'waitsFor'>

interface Judged {
  readonly id: PhaseId
  readonly members: readonly GraphNode[]
  readonly phases: ReadonlyMap<NodeId, PhaseId>
  readonly felt: ReadonlySet<NodeId>
  readonly causeOf: (node: GraphNode) => GraphNode
}

function judged({ own, state }: Assessment, { id, members, phases, felt, causeOf }: Judged): Verdict {
  const phaseOf = (node: GraphNode) => phases.get(node.id) ?? id
  const causes = members
    .filter((node) => felt.has(node.id) && !isFine(own(node.id).state))
    .map((node) => ({ node, phase: phaseOf(causeOf(node)) }))
  // What follows from a later phase shows there: a claim waits for all it made.
  const mine = causes.filter(({ phase }) => phase === id).map(({ node }) => own(node.id).state)
  if (mine.length > 0) return { state: mine.reduce(worse) }
  const idle = members.filter((node) => felt.has(node.id) && isFine(own(node.id).state) && STOPPED.has(state(node.id)))
  const stopped = idle.map(causeOf).filter((node) => STOPPED.has(own(node.id).state))
  const earlier = [...causes.map(({ phase }) => phase), ...stopped.map(phaseOf)].filter((phase) => isBefore(phase, id))
  const [first] = earlier.sort((a, b) => PHASES.indexOf(a) - PHASES.indexOf(b))
  if (first) return { state: 'waiting', waitsFor: first }
  const states = members.map((node) => own(node.id).state)
  const fine = states.filter(isFine)
  // None that is well is no evidence that the phase is.
  return { state: fine.includes('healthy') ? 'healthy' : (fine[0] ?? states.reduce(worse)) }
}

/** What stands on something in one of these states does not run, whatever it says itself. */
const STOPPED: ReadonlySet<State> = new Set(['failed', 'progressing'])

const isBefore = (a: PhaseId, b: PhaseId) => PHASES.indexOf(a) < PHASES.indexOf(b)

/** Asked for, and nothing of it is there: because an earlier phase is not through, or because there is no operator. */
function notReached(before: readonly Phase[], plane: GraphNode | undefined): Verdict {
  const open = before.findLast(({ state }) => state === 'waiting' || !isFine(state))
  if (open?.state === 'unknown') return { state: 'unknown' }
  if (open) return { state: 'waiting', waitsFor: open.waitsFor ?? open.id }
  return { state: plane ? 'not installed' : 'progressing' }
}

function worstFirst({ own }: Assessment, nodes: readonly GraphNode[]): readonly GraphNode[] {
  const ranked = nodes.map((node) => ({ node, rank: severity(own(node.id).state) }))
  return ranked.sort((a, b) => b.rank - a.rank || (a.node.id < b.node.id ? -1 : 1)).map(({ node }) => node)
}
