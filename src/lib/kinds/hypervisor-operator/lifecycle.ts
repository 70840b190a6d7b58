// SPDX-License-Identifier: Apache-2.0
// How a host enters and leaves OpenStack.
import type { Health } from '../../model/graph/health.ts'
import {
  type Condition,
  type Conditions,
  conditionAge,
  fromCondition,
  healthIf,
} from '../../model/object/conditions.ts'
import { countAt, flagAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'

/**
 * The operator does not manage such a host: it aborts its onboarding, also of a host that runs instances.
 * @see https://github.com/cobaltcore-dev/openstack-hypervisor-operator/blob/8ee7e08/internal/controller/onboarding_controller.go#L98-L101
 */
export const isLifecycleDisabled = (object: KubeObject | undefined): boolean =>
  flagAt(object, 'spec.lifecycleEnabled') === false

/** The health of a host that is not onboarded, or not any more; undefined if its onboarding succeeded. */
export function onboardingHealth(object: KubeObject, conditions: Conditions, now: number): Health | undefined {
  const onboarding = conditions.get('Onboarding')
  if (onboarding?.status === 'True') {
    const state = isOnboardingFailing(onboarding, now) ? 'degraded' : 'progressing'
    return healthIf(onboarding, state)
  }
  const isAborted = onboarding?.status === 'False' && onboarding.reason === 'Aborted'
  const isReady = conditions.saying('Ready', 'True') !== undefined
  if (isLifecycleDisabled(object) && !isReady && (isAborted || !onboarding)) return unmanaged(object, onboarding)
  return isAborted ? healthIf(onboarding, 'failed') : undefined
}

function unmanaged(object: KubeObject, onboarding: Condition | undefined): Health {
  const instances = countAt(object, 'status.numInstances') ?? 0
  const running = instances > 0 ? `; ${instances} ${instances === 1 ? 'instance runs' : 'instances run'} on it` : ''
  const evidence = onboarding ? (fromCondition(onboarding, 'Onboarding').evidence ?? []) : []
  return {
    state: 'suspended',
    reason: 'LifecycleDisabled',
    message: `the operator does not manage this host${running}`,
    ...(onboarding?.since ? { since: onboarding.since } : {}),
    evidence: [{ path: 'spec.lifecycleEnabled', value: 'false' }, ...evidence],
  }
}

/** The test instance of an onboarding may fail once: the operator tries again. */
const TEST_TIME = 15 * 60_000

/**
 * Aborted while True: the operator cannot delete its test instances. Testing with such a message: the test instance
 * failed. The condition keeps its date, so that a new host has time for a second attempt.
 * @see https://github.com/cobaltcore-dev/openstack-hypervisor-operator/blob/8ee7e08/internal/controller/onboarding_controller.go#L170-L320
 */
export function isOnboardingFailing(onboarding: Condition, now: number): boolean {
  if (onboarding.reason === 'Aborted') return true
  const hasFailed = /error state|timeout waiting|could not get|failed to|cannot /i.test(onboarding.message)
  return hasFailed && conditionAge(onboarding, now) > TEST_TIME
}

/**
 * What keeps a host from leaving OpenStack: agent Pods, instances, aggregates, the Nova service.
 * @see https://github.com/cobaltcore-dev/openstack-hypervisor-operator/blob/8ee7e08/internal/controller/offboarding_controller.go#L72-L157
 * @see https://github.com/cobaltcore-dev/openstack-hypervisor-operator/blob/8ee7e08/internal/controller/hypervisor_controller.go#L316-L372
 */
export function offboardingBlocker(conditions: Conditions): string | undefined {
  const offboarded = conditions.saying('Offboarded', 'False')
  const agents = conditions.saying('AgentPodsEvicted', 'False')
  return (offboarded?.reason === 'Offboarding' ? offboarded.message : '') || agents?.message || undefined
}
