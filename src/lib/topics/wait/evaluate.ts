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
import { countedObjects, dependenciesOf } from '../../reports/shared/dependencies.ts'
import { nameOf } from '../../reports/shared/object-row.ts'
import { phaseOrder } from '../../reports/shared/phase-order.ts'
import { phasesOf } from '../../reports/status/phases.ts'
import type { Goal } from './condition.ts'

/** One object to wait for, by UID: not another one that gets its name later. */
export interface WaitTarget {
  readonly node: GraphNode
  readonly id: NodeId
  readonly uid?: string
}

/** The progress of one object. */
export interface WaitEvaluation {
  readonly outcome: 'met' | 'waiting' | 'impossible'
  readonly state: State
  /** What is missing, or what makes the goal impossible. */
  readonly says: string
  /** Dependencies, the object itself included. */
  readonly well?: { readonly count: number; readonly of: number }
}

/** Evaluates the goals from the current state: met when all are. Missing evidence is never enough. */
export function evaluateTarget(goals: readonly Goal[], target: WaitTarget, assessment: Assessment): WaitEvaluation {
  const each = goals.map((goal) => evaluateGoal(goal, target, assessment))
  const [first] = [...each].sort((a, b) => OUTCOMES.indexOf(a.outcome) - OUTCOMES.indexOf(b.outcome))
  if (first?.outcome !== 'met') return first as WaitEvaluation
  return { ...first, says: [...new Set(each.map(({ says }) => says))].join('; ') }
}

/** What decides about an object with several goals, first. */
const OUTCOMES: readonly WaitEvaluation['outcome'][] = ['impossible', 'waiting', 'met']

function evaluateGoal(goal: Goal, { node: first, id, uid }: WaitTarget, assessment: Assessment): WaitEvaluation {
  const node = assessment.graph.nodes.get(id)
  const isSame = node?.object !== undefined && (uid === undefined || node.object.metadata.uid === uid)
  if (node?.source === 'unseen' || node?.source === 'cached')
    return { outcome: 'waiting', state: 'unknown', says: `${node.cluster.label} cannot be read at the moment` }
  if (!node || !isSame) return evaluateDeleted(goal, node?.object !== undefined, first)
  const state = assessment.state(id)
  if (goal.type === 'deleted') return { outcome: 'waiting', state, says: deletionOf(node.object) }
  if (goal.type === 'healthy') return evaluateHealth(node, state, assessment)
  if (goal.type === 'phase') return evaluatePhases(goal, node, state, assessment)
  const result = goal.type === 'condition' ? evaluateCondition(goal, node.object) : evaluateJsonpath(goal, node.object)
  return { state, ...result }
}

function evaluateDeleted(goal: Goal, hasSuccessor: boolean, { kind }: GraphNode): WaitEvaluation {
  const says = hasSuccessor ? `deleted; another ${kind} has its name now` : 'deleted'
  return { outcome: goal.type === 'deleted' ? 'met' : 'impossible', state: 'failed', says }
}

function deletionOf({ metadata }: KubeObject): string {
  if (metadata.deletionTimestamp === undefined) return 'not deleted yet'
  const finalizers = metadata.finalizers ?? []
  const waits = finalizers.length > 0 ? `, blocked by finalizers ${finalizers.join(', ')}` : ''
  return `being deleted since ${metadata.deletionTimestamp}${waits}`
}

function evaluateHealth(node: GraphNode, state: State, assessment: Assessment): WaitEvaluation {
  const reached = countedObjects(dependenciesOf(assessment.graph, node))
  const count = reached.filter(({ id }) => isFine(assessment.own(id).state)).length
  const well = { count, of: reached.length }
  if (state === 'healthy') return { outcome: 'met', state, says: 'healthy', well }
  const own = assessment.own(node.id)
  const message = own.message ?? own.reason
  if (state === 'off' || state === 'not installed')
    return { outcome: 'impossible', state, says: `${state}${message ? `: ${message}` : ''}`, well }
  return { outcome: 'waiting', state, says: blockerOf(node, assessment), well }
}

/** The root cause of an unhealthy object. */
function blockerOf(node: GraphNode, assessment: Assessment): string {
  const cause = causeFinder(assessment, phaseOrder)(node)
  const { state, reason, message } = assessment.own(cause.id)
  const text = (message ?? reason ?? '').replace(/\s+/g, ' ')
  const suffix = text ? `: ${text}` : ''
  if (cause.id === node.id) return `${state}${suffix}`
  return `blocked by ${nameOf(cause)} @${cause.cluster.label}, ${state}${suffix}`
}

function evaluatePhases(
  goal: Goal & { type: 'phase' },
  node: GraphNode,
  state: State,
  assessment: Assessment,
): WaitEvaluation {
  if (!SUBJECTS.has(node.kind)) {
    const message = `${node.kind} has no phases: name an OpenStackCluster or ControlPlane`
    throw new C5c3Error('USAGE', 'usage', message)
  }
  const requested = phasesOf(assessment, node).filter(({ id }) => goal.phases.includes(id))
  const notInstalled = requested.find((phase) => phase.state === 'not installed')
  if (notInstalled)
    return { outcome: 'impossible', state, says: `phase ${notInstalled.id} (${notInstalled.title}) is not installed` }
  const pending = requested.find((phase) => phase.state !== 'healthy' && phase.state !== 'off')
  const well = {
    count: requested.filter((phase) => phase.state === 'healthy' || phase.state === 'off').length,
    of: requested.length,
  }
  if (!pending) return { outcome: 'met', state, says: 'all phases are healthy or off', well }
  return { outcome: 'waiting', state, says: `phase ${pending.id} (${pending.title}) is ${pending.state}`, well }
}

const SUBJECTS = new Set(['OpenStackCluster', 'ControlPlane'])

type GoalResult = Pick<WaitEvaluation, 'outcome' | 'says'>

function evaluateCondition({ condition, status }: Goal & { type: 'condition' }, object: KubeObject): GoalResult {
  const conditions = [...conditionsOf(object).values()]
  const current = conditions.find(({ type }) => type.toLowerCase() === condition.toLowerCase())
  if (!current) {
    const others = conditions.map(({ type }) => type).join(', ')
    return { outcome: 'waiting', says: `no condition ${condition}${others ? ` (conditions: ${others})` : ''}` }
  }
  const details = [current.reason, current.message].filter(Boolean).join(': ')
  const says = `${current.type} is ${current.status}${details ? ` (${details})` : ''}`
  if (current.stale) return { outcome: 'waiting', says: `${says}, which is older than the spec` }
  return { outcome: current.status.toLowerCase() === status.toLowerCase() ? 'met' : 'waiting', says }
}

function evaluateJsonpath({ path, value }: Goal & { type: 'jsonpath' }, object: KubeObject): GoalResult {
  const values = find(path, object).map(printed)
  if (values.length === 0) return { outcome: 'waiting', says: 'the path has no value' }
  const isMet = value === undefined ? values.some((text) => text !== '') : values.every((text) => text === value)
  const says = isPrintable(path) ? `the value is ${safeLine(values.join(' '), 200)}` : 'the value differs'
  return { outcome: isMet ? 'met' : 'waiting', says: isMet && !isPrintable(path) ? 'the value matches' : says }
}

/** A spec, or the copy of another object, may contain confidential values: only status fields are printed. */
function isPrintable([first, second]: Path): boolean {
  const isCopy = second?.type === 'field' && second.name === 'atProvider'
  return first?.type === 'field' && first.name === 'status' && second?.type === 'field' && !isCopy
}
