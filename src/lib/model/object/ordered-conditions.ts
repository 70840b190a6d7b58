// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../graph/health.ts'
import type { State } from '../report/report.ts'
import {
  type Condition,
  type Conditions,
  conditionsOf,
  deleting,
  fromCondition,
  isUnobserved,
  unobserved,
} from './conditions.ts'
import { textAt } from './fields.ts'
import type { KubeObject } from './resource.ts'

/**
 * For controllers that set their conditions one after another: the first one that is not True is the bottleneck and
 * decides, because Ready only reports NotAllReady. A failed condition takes precedence over progressing ones.
 */
export function orderedHealth(object: KubeObject, order: readonly string[], expected: readonly string[] = []): Health {
  if (object.metadata.deletionTimestamp) return deleting(object)
  if (isUnobserved(object)) return unobserved(object)
  const conditions = conditionsOf(object)
  const ready = conditions.get('Ready')
  const blocker = bottleneck(object, order)
  if (blocker) return withNotes({ ...conditionHealth(blocker), ...upgradeNotes(object) }, conditions, order)
  const health = conditionHealth(ready)
  const absent = order.find((type) => expected.includes(type) && !conditions.has(type))
  if (absent && conditions.size > 0 && !health.itself) return notReached(absent)
  if (health.state === 'healthy' && textAt(object, 'status.upgradePhase')) return upgrading(object)
  return withNotes(health, conditions, order)
}

/** The condition that holds up an object, in the order its controller works; undefined if all are True. */
export function bottleneck(object: KubeObject, order: readonly string[]): Condition | undefined {
  const conditions = conditionsOf(object)
  const open = order
    .flatMap((type) => conditions.get(type) ?? [])
    .filter((condition) => condition.status !== 'True' || condition.stale)
  return open.find((condition) => conditionHealth(condition).state === 'failed') ?? open[0]
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

/** False conditions that do not count towards Ready become notes. */
function withNotes(health: Health, conditions: Conditions, order: readonly string[]): Health {
  const notes = [...conditions.values()]
    .filter(({ type, status }) => status === 'False' && type !== 'Ready' && !order.includes(type))
    .map(({ type, reason }) => `${type} is False${reason ? ` (${reason})` : ''}`)
  return notes.length > 0 ? { ...health, notes: [...(health.notes ?? []), ...notes] } : health
}
