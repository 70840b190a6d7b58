// SPDX-License-Identifier: Apache-2.0
import { causeFinder } from '../../assess/root-cause-path.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode, NodeId } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { conditionsOf } from '../../model/object/conditions.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import type { State } from '../../model/report/report.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { find, printed } from '../../render/jsonpath/evaluate.ts'
import type { Path } from '../../render/jsonpath/template.ts'
import { dependenciesOf } from '../../reports/shared/dependencies.ts'
import { nameOf } from '../../reports/shared/object-row.ts'
import { phaseOrder } from '../../reports/shared/phase-order.ts'
import { phasesOf } from '../../reports/status/phases.ts'
import type { Goal } from './condition.ts'

/** One object somebody waits for: this very one, not another that gets its name later. */
export interface WaitTarget {
  readonly node: GraphNode
  readonly id: NodeId
  readonly uid?: string
}

/** How far one object is. */
export interface WaitEvaluation {
  readonly outcome: 'met' | 'waiting' | 'impossible'
  readonly state: State
  /** What it lacks, or what makes it impossible. */
  readonly says: string
  /** Of all it stands on, itself included. */
  readonly well?: { readonly count: number; readonly of: number }
}

/** Whether an object is what somebody waits for, by what is known now. Missing evidence is never enough. */
export function judge(goal: Goal, { node: first, id, uid }: WaitTarget, assessment: Assessment): WaitEvaluation {
  const node = assessment.graph.nodes.get(id)
  const isSame = node?.object !== undefined && (uid === undefined || node.object.metadata.uid === uid)
  if (node?.source === 'unseen' || node?.source === 'cached')
    return { outcome: 'waiting', state: 'unknown', says: `${node.cluster.label} cannot be read at the moment` }
  if (!node || !isSame) return gone(goal, node?.object !== undefined, first)
  const state = assessment.state(id)
  if (goal.type === 'deleted') return { outcome: 'waiting', state, says: deletionOf(node.object) }
  if (goal.type === 'healthy') return healthy(node, state, assessment)
  if (goal.type === 'phase') return phases(goal, node, state, assessment)
  const found = goal.type === 'condition' ? conditionOf(goal, node.object) : foundAt(goal, node.object)
  return { state, ...found }
}

function gone(goal: Goal, hasSuccessor: boolean, { kind }: GraphNode): WaitEvaluation {
  const says = hasSuccessor ? `it was deleted; another ${kind} has its name now` : 'it was deleted'
  return { outcome: goal.type === 'deleted' ? 'met' : 'impossible', state: 'failed', says }
}

function deletionOf({ metadata }: KubeObject): string {
  if (metadata.deletionTimestamp === undefined) return 'nobody has deleted it'
  const finalizers = metadata.finalizers ?? []
  const waits = finalizers.length > 0 ? `, waits for ${finalizers.join(', ')}` : ''
  return `being deleted since ${metadata.deletionTimestamp}${waits}`
}

function healthy(node: GraphNode, state: State, assessment: Assessment): WaitEvaluation {
  const reached = dependenciesOf(assessment.graph, node)
  const count = reached.filter(({ id }) => isFine(assessment.own(id).state)).length
  const well = { count, of: reached.length }
  if (state === 'healthy') return { outcome: 'met', state, says: 'healthy', well }
  const own = assessment.own(node.id)
  const words = own.message ?? own.reason
  if (state === 'off' || state === 'not installed')
    return { outcome: 'impossible', state, says: `it is ${state}${words ? `: ${words}` : ''}`, well }
  return { outcome: 'waiting', state, says: blockerOf(node, assessment), well }
}

/** What explains that it is not well yet. */
function blockerOf(node: GraphNode, assessment: Assessment): string {
  const cause = causeFinder(assessment, phaseOrder)(node)
  const { state, reason, message } = assessment.own(cause.id)
  const words = (message ?? reason ?? '').replace(/\s+/g, ' ')
  const told = words ? `: ${words}` : ''
  if (cause.id === node.id) return `${state}${told}`
  return `waits for ${nameOf(cause)} @${cause.cluster.label}, ${state}${told}`
}

function phases(goal: Goal & { type: 'phase' }, node: GraphNode, state: State, assessment: Assessment): WaitEvaluation {
  if (!SUBJECTS.has(node.kind)) {
    const message = `a ${node.kind} has no phases: name an OpenStackCluster or a ControlPlane`
    throw new C5c3Error('USAGE', 'usage', message)
  }
  const wanted = phasesOf(assessment, node).filter(({ id }) => goal.phases.includes(id))
  const never = wanted.find((phase) => phase.state === 'not installed')
  if (never) return { outcome: 'impossible', state, says: `phase ${never.id} (${never.title}) is not installed` }
  const open = wanted.find((phase) => phase.state !== 'healthy' && phase.state !== 'off')
  const well = {
    count: wanted.filter((phase) => phase.state === 'healthy' || phase.state === 'off').length,
    of: wanted.length,
  }
  if (!open) return { outcome: 'met', state, says: 'all phases are healthy or off', well }
  return { outcome: 'waiting', state, says: `phase ${open.id} (${open.title}) is ${open.state}`, well }
}

const SUBJECTS = new Set(['OpenStackCluster', 'ControlPlane'])

type Found = Pick<WaitEvaluation, 'outcome' | 'says'>

function conditionOf({ condition, status }: Goal & { type: 'condition' }, object: KubeObject): Found {
  const conditions = [...conditionsOf(object).values()]
  const found = conditions.find(({ type }) => type.toLowerCase() === condition.toLowerCase())
  if (!found) {
    const others = conditions.map(({ type }) => type).join(', ')
    return { outcome: 'waiting', says: `there is no condition ${condition}${others ? `, only ${others}` : ''}` }
  }
  const words = [found.reason, found.message].filter(Boolean).join(': ')
  const says = `${found.type} is ${found.status}${words ? ` (${words})` : ''}`
  if (found.stale) return { outcome: 'waiting', says: `${says}, which is older than the spec` }
  return { outcome: found.status.toLowerCase() === status.toLowerCase() ? 'met' : 'waiting', says }
}

function foundAt({ path, value }: Goal & { type: 'jsonpath' }, object: KubeObject): Found {
  const found = find(path, object).map(printed)
  if (found.length === 0) return { outcome: 'waiting', says: 'there is nothing at that path' }
  const isMet = value === undefined ? found.some((text) => text !== '') : found.every((text) => text === value)
  const says = isTellable(path) ? `it says ${safeLine(found.join(' '), 200)}` : 'it says something else'
  return { outcome: isMet ? 'met' : 'waiting', says: isMet && !isTellable(path) ? 'it says so' : says }
}

/** What stands in a spec, or in a copy of another object, may be nobody's to see: only a status is told. */
function isTellable([first, second]: Path): boolean {
  const isCopy = second?.type === 'field' && second.name === 'atProvider'
  return first?.type === 'field' && first.name === 'status' && second?.type === 'field' && !isCopy
}
