// SPDX-License-Identifier: Apache-2.0
// Controllers write more conditions than the rules of a kind know. Those that report a problem are never dropped.
import type { Check, CheckFinding } from '../model/check/check.ts'
import { conditionProof } from '../model/check/evidence.ts'
import type { Assessment } from '../model/graph/assessment.ts'
import { type Health, isFine } from '../model/graph/health.ts'
import {
  type Condition,
  conditionNamed,
  consultedTypes,
  fromCondition,
  problemConditions,
} from '../model/object/conditions.ts'
import type { KubeObject } from '../model/object/resource.ts'

export const UNJUDGED: Check = {
  id: 'condition-reported',
  category: 'control-plane',
  severity: 'info',
  title: 'Object is healthy but reports a problem in another condition',
  why: 'A controller set a condition that no rule of this tool knows, and by its name it reports a problem. The state of the object does not follow it.',
  fix: 'Read the message of the condition; its controller documents what it means.',
  byHand: ["kubectl --context CONTEXT -n NAMESPACE get KIND NAME -o jsonpath='{.status.conditions}'"],
  modes: [],
  about: [],
  run: () => [],
}

/** A finding for every object that is healthy by the rules of its kind and reports a problem that they do not know. */
export function unjudgedFindings({ graph, own }: Assessment): readonly CheckFinding[] {
  return [...graph.nodes.values()].flatMap((node) => {
    const { unjudged: [first, ...others] = [], state } = own(node.id)
    if (node.source !== 'live' || !first || !isFine(state) || !node.object) return []
    const condition = conditionNamed(node.object, first)
    return [
      {
        mode: '',
        subject: node,
        message: condition?.message || `${first} is ${condition?.status} (${condition?.reason})`,
        evidence: [first, ...others].map((type) => conditionProof(node, type)),
        standsAlone: true,
      },
    ]
  })
}

/** Adds the problem conditions that `judge` did not read to the health that it returned. */
export function withUnjudged(object: KubeObject, health: Health, judge: () => Health): Health {
  if (!isCustom(object) || !CAN_HIDE.has(health.state) || health.reason === 'Deleting') return health
  const problems = problemConditions(object)
  if (problems.length === 0) return health
  const known = consultedTypes(judge)
  const isEvidence = (type: string) => health.evidence?.some(({ path }) => path === `status.conditions[${type}]`)
  const open = problems.filter(({ type }) => !known.has(type) && !isEvidence(type))
  if (open.length === 0) return health
  const specific = isAggregate(conditionNamed(object, 'Ready')) ? open.filter(isFailure)[0] : undefined
  const base = specific && isFromReady(health) ? withDetailsOf(health, specific) : health
  const listed = open.filter(({ type }) => !health.notes?.some((note) => note.startsWith(`${type} is `)))
  return {
    ...base,
    notes: [...(health.notes ?? []), ...listed.map(noteOf)],
    unjudged: open.filter(isFailure).map(({ type }) => type),
  }
}

/** Kubernetes' own kinds have a fixed set of conditions, which their rules cover. */
const isCustom = ({ apiVersion }: KubeObject): boolean =>
  /^[^/]+\.[^/]+\//.test(apiVersion) && !/^[^/]+\.k8s\.io\//.test(apiVersion)

const CAN_HIDE: ReadonlySet<Health['state']> = new Set(['healthy', 'progressing', 'degraded', 'failed'])

const noteOf = ({ type, status, reason }: Condition): string => `${type} is ${status}${reason ? ` (${reason})` : ''}`

/** Not one that is False because its controller still works on it. */
const isFailure = (condition: Condition): boolean =>
  condition.status === 'True' || fromCondition(condition, condition.type).state === 'failed'

/** Ready is False and names no cause: other conditions do. */
const isAggregate = (ready: Condition | undefined): boolean =>
  ready?.status === 'False' &&
  (ready.message === '' || AGGREGATE.test(ready.message) || /^(Not(All)?Ready|ComponentsNotReady)$/.test(ready.reason))

const AGGREGATE = /sub-?conditions?|not all|one or more|components? (is|are) not ready|^not ready$/i

const isFromReady = ({ state, evidence = [] }: Health): boolean =>
  (state === 'failed' || state === 'progressing') && evidence.every(({ path }) => path === 'status.conditions[Ready]')

function withDetailsOf(health: Health, condition: Condition): Health {
  const specific = { ...fromCondition(condition, condition.type), state: 'failed' as const }
  return { ...specific, evidence: [...(specific.evidence ?? []), ...(health.evidence ?? [])] }
}
