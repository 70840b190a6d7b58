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
 * For controllers that reach their conditions one after another: the first one that is not True is the bottleneck and
 * speaks for the object, because its Ready only says NotAllReady. One that has failed goes before those that wait.
 */
export function orderedHealth(object: KubeObject, order: readonly string[], expected: readonly string[] = []): Health {
  if (object.metadata.deletionTimestamp) return deleting(object)
  if (isUnobserved(object)) return unobserved(object)
  const conditions = conditionsOf(object)
  const ready = conditions.get('Ready')
  const found = bottleneck(object, order)
  if (found) return withNotes({ ...conditionHealth(found), ...upgradeWords(object) }, conditions, order)
  const health = conditionHealth(ready)
  const absent = order.find((type) => expected.includes(type) && !conditions.has(type))
  if (absent && conditions.size > 0 && !health.itself) return notReached(absent)
  if (health.state === 'healthy' && textAt(object, 'status.upgradePhase')) return upgrading(object)
  return withNotes(health, conditions, order)
}

/** The condition an object is held up by, in the order its controller works; undefined when all are True. */
export function bottleneck(object: KubeObject, order: readonly string[]): Condition | undefined {
  const conditions = conditionsOf(object)
  const open = order
    .flatMap((type) => conditions.get(type) ?? [])
    .filter((condition) => condition.status !== 'True' || condition.stale)
  return open.find((condition) => conditionHealth(condition).state === 'failed') ?? open[0]
}

/** What one condition of a service says: absent is not reached yet, True because nothing was asked for is off. */
export function conditionState(condition: Condition | undefined): State {
  if (!condition) return 'progressing'
  return condition.status === 'True' && BY_ABSENCE.test(condition.reason) ? 'off' : conditionHealth(condition).state
}

/** True, but only because there is nothing to do: no evidence of health. */
const BY_ABSENCE = /^No[A-Z]|Not(Managed|Required)$|Disabled$/

/** It waits for another object, which then shows what is wrong. */
const WAITS =
  /^(Waiting|Finalizing|Generating|ReMinting$|Probing|Recreating|NotAllReady$|NoDefaultBackend$|Upgrade(Initiated|RollingUpdate)$)|(InProgress|Pending|Terminating|(?<!Endpoint)NotReady)$/

/** It says itself what is wrong with it, so nothing below needs to be looked at. */
const ITSELF =
  /(Error|Rejected|Invalid|TargetChanged|NotConfigured|NotSupported|Mismatch|NotFound|NotOwned|NotAllowed|Collision|Stalled|Stuck|EndpointNotReady)$|^(Invalid|Missing|Ambiguous|Unsupported|Foreign|Duplicate)/

function conditionHealth(condition: Condition | undefined): Health {
  const health = fromCondition(condition, condition?.type ?? 'Ready')
  if (health.state !== 'failed' || !condition) return health
  if (WAITS.test(condition.reason)) return { ...health, state: 'progressing' }
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
    ...upgradeWords(object),
  }
}

/** Which release is installed is told by the service alone, and only here. */
function upgradeWords(object: KubeObject): Pick<Health, 'notes'> {
  const [from, to] = [textAt(object, 'status.installedRelease'), textAt(object, 'status.targetRelease')]
  return from && to && from !== to ? { notes: [`upgrade ${from} → ${to}`] } : {}
}

/** Conditions that do not count towards Ready are worth a note when they complain. */
function withNotes(health: Health, conditions: Conditions, order: readonly string[]): Health {
  const more = [...conditions.values()]
    .filter(({ type, status }) => status === 'False' && type !== 'Ready' && !order.includes(type))
    .map(({ type, reason }) => `${type} is False${reason ? ` (${reason})` : ''}`)
  return more.length > 0 ? { ...health, notes: [...(health.notes ?? []), ...more] } : health
}
