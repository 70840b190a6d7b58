// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../graph/health.ts'
import type { State } from '../report/report.ts'
import {
  type Condition,
  conditionNamed,
  conditionsOf,
  deleting,
  fromCondition,
  problemConditions,
  unlessStale,
} from './conditions.ts'
import { textAt } from './fields.ts'
import type { KubeObject } from './resource.ts'

/**
 * For controllers that set their conditions one after another: the first one that is not True is the bottleneck and
 * decides, because Ready only reports NotAllReady. A failed condition takes precedence over progressing ones.
 */
export function orderedHealth(object: KubeObject, order: readonly string[], expected: readonly string[] = []): Health {
  if (object.metadata.deletionTimestamp) return deleting(object)
  return unlessStale(object, reportedHealth(object, order, expected))
}

function reportedHealth(object: KubeObject, order: readonly string[], expected: readonly string[]): Health {
  const conditions = conditionsOf(object)
  const ready = conditions.get('Ready')
  const blocker = bottleneck(object, order)
  if (blocker) return { ...conditionHealth(blocker), ...upgradeNotes(object) }
  const health = conditionHealth(ready)
  const absent = order.find((type) => expected.includes(type) && !conditions.has(type))
  if (absent && conditions.size > 0 && !health.itself) return notReached(absent)
  if (health.state === 'healthy' && textAt(object, 'status.upgradePhase')) return upgrading(object)
  return health
}

/** The condition that holds up an object, in the order its controller works; undefined if all are True. */
export function bottleneck(object: KubeObject, order: readonly string[]): Condition | undefined {
  const conditions = conditionsOf(object)
  const open = order
    .flatMap((type) => conditions.get(type) ?? [])
    .filter((condition) => condition.status !== 'True' || condition.stale)
  const isFailed = (condition: Condition) => conditionHealth(condition).state === 'failed'
  return open.find(isFailed) ?? otherConditions(object, order).find(isFailed) ?? open[0]
}

/** Conditions that are False and not in the order, as of a newer operator; only where Ready is False, too. */
function otherConditions(object: KubeObject, order: readonly string[]): readonly Condition[] {
  if (conditionNamed(object, 'Ready')?.status !== 'False') return []
  return problemConditions(object).filter(
    ({ type, status }) => status === 'False' && type !== 'Ready' && !order.includes(type),
  )
}

/** The state of one condition of a service: absent is not reached yet; True because nothing is configured is off. */
export function conditionState(condition: Condition | undefined): State {
  if (!condition) return 'progressing'
  return condition.status === 'True' && BY_ABSENCE.test(condition.reason) ? 'off' : conditionHealth(condition).state
}

/** True only because there is nothing to do, which is no evidence of health. */
const BY_ABSENCE = /^No[A-Z]|Not(Managed|Required)$|Disabled$/

/** Blocked by another object, which then shows the cause. */
const BLOCKED =
  /^(Waiting|Finalizing|Generating|ReMinting$|Probing|Recreating|NotAllReady$|NoDefaultBackend$|Upgrade(Initiated|RollingUpdate)$)|(InProgress|Pending|Terminating|(?<!Endpoint)NotReady)$/

/** The problem is in the object itself, so its dependencies need no search. */
const ITSELF =
  /(Error|Rejected|Invalid|TargetChanged|NotConfigured|NotSupported|Mismatch|NotFound|NotOwned|NotAllowed|Collision|Stalled|Stuck|EndpointNotReady)$|^(Invalid|Missing|Ambiguous|Unsupported|Foreign|Duplicate)/

function conditionHealth(condition: Condition | undefined): Health {
  const health = fromCondition(condition, condition?.type ?? 'Ready')
  if (health.state !== 'failed' || !condition) return health
  if (BLOCKED.test(condition.reason)) return { ...health, state: 'progressing' }
  return ITSELF.test(condition.reason) ? { ...health, itself: true } : health
}

function notReached(type: string): Health {
  return {
    state: 'progressing',
    reason: 'NotReached',
    message: `${type} has not been reached`,
    evidence: [{ path: `status.conditions[${type}]`, value: 'absent' }],
  }
}

function upgrading(object: KubeObject): Health {
  const phase = textAt(object, 'status.upgradePhase') ?? ''
  return {
    state: 'progressing',
    reason: phase,
    evidence: [{ path: 'status.upgradePhase', value: phase }],
    ...upgradeNotes(object),
  }
}

function upgradeNotes(object: KubeObject): Pick<Health, 'notes'> {
  const [from, to] = [textAt(object, 'status.installedRelease'), textAt(object, 'status.targetRelease')]
  return from && to && from !== to ? { notes: [`upgrade ${from} → ${to}`] } : {}
}
