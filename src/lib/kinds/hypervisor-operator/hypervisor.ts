// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import { type Conditions, conditionsOf, deleting, fromCondition, healthIf } from '../../model/object/conditions.ts'
import { flagAt, textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { offboardingBlocker, onboardingHealth } from './lifecycle.ts'
import { nodeDegradation, nodeServiceFailure } from './node-agent.ts'

export const hypervisor: KindSpec = {
  group: 'kvm.cloud.sap',
  kind: 'Hypervisor',
  plural: 'hypervisors',
  versions: ['v1'],
  namespaced: false,
  roles: ['hypervisor'],
  keep: [
    'spec.aggregates',
    'spec.customTraits',
    'spec.highAvailability',
    'spec.lifecycleEnabled',
    'spec.maintenance',
    'spec.maintenanceReason',
    'spec.version',
    'status.conditions',
    'status.aggregates.name',
    'status.capacity',
    'status.effectiveCapacity',
    'status.allocation',
    'status.evicted',
    'status.hypervisorId',
    'status.serviceId',
    'status.libVirtVersion',
    'status.numInstances',
    'status.operatingSystem.prettyVersion',
    'status.operatingSystem.kernelRelease',
    'status.traits',
    'status.updateStatus',
  ],
  // It has the name of its Node, and is usually owned by it.
  links: ({ metadata: { name } }) => [
    {
      rel: 'owns',
      to: { where: 'here', group: '', kind: 'Node', name },
      path: 'metadata.name (by name)',
      reverse: true,
      optional: true,
    },
  ],
  health,
  parts: ['kvm.cloud.sap', 'hypervisor.c5c3.io'].flatMap((group) => [`Eviction.${group}`, `Migration.${group}`]),
  grace: 1800,
}

/**
 * True is not good news for most of its conditions: it means that an operation is in progress.
 * @see https://github.com/cobaltcore-dev/openstack-hypervisor-operator/blob/8ee7e08/internal/controller/ready/controller.go#L122-L226
 */
function health(object: KubeObject, now: number): Health {
  if (object.metadata.deletionTimestamp) return deleting(object)
  const conditions = conditionsOf(object)
  const mode = textAt(object, 'spec.maintenance')
  if (mode) return maintenance(object, mode, conditions)
  const transition =
    healthIf(conditions.saying('Offboarded', 'True'), 'off') ??
    healthIf(conditions.saying('Terminating', 'True'), 'maintenance') ??
    nodeServiceFailure(conditions, now) ??
    onboardingHealth(object, conditions, now)
  if (transition) return transition
  const ready = fromCondition(conditions.get('Ready'), 'Ready')
  if (ready.state === 'failed') return { ...ready, state: INTENDED[ready.reason ?? ''] ?? 'failed' }
  if (ready.state !== 'healthy') return ready
  return degradation(object, conditions) ?? nodeDegradation(conditions) ?? withHostNotes(ready, conditions)
}

/** Mode ha: the HA service took the host out of service after a failure; the other modes are planned. */
function maintenance(object: KubeObject, mode: string, conditions: Conditions): Health {
  const ready = conditions.get('Ready')
  const reasons = [textAt(object, 'spec.maintenanceReason'), offboardingBlocker(conditions)].filter(Boolean)
  const message = reasons.length > 0 ? reasons.join('; ') : ready?.message
  return {
    state: mode === 'ha' ? 'failed' : 'maintenance',
    reason: `Maintenance:${mode}`,
    ...(message ? { message } : {}),
    ...(ready?.since ? { since: ready.since } : {}),
    evidence: [{ path: 'spec.maintenance', value: mode }],
  }
}

/** Reasons of not being Ready that are intended or in progress. */
const INTENDED: Readonly<Record<string, Health['state']>> = {
  Maintenance: 'maintenance',
  Evicting: 'maintenance',
  Evicted: 'maintenance',
  Terminating: 'maintenance',
  Offboarded: 'off',
  Onboarding: 'progressing',
}

function degradation(object: KubeObject, conditions: Conditions): Health | undefined {
  const sync = ['TraitsUpdated', 'AggregatesUpdated']
    .map((type) => conditions.saying(type, 'False'))
    .find((condition) => condition?.reason === 'Failed')
  const wantsHa = flagAt(object, 'spec.highAvailability') !== false
  return (
    healthIf(sync, 'degraded') ??
    healthIf(conditions.saying('HypervisorDisabled', 'True'), 'degraded') ??
    (wantsHa ? healthIf(conditions.saying('HaEnabled', 'False'), 'degraded') : undefined)
  )
}

function withHostNotes(ready: Health, conditions: Conditions): Health {
  const tainted = conditions.saying('Tainted', 'True')
  const updating = conditions.saying('OperatingSystemUpdate', 'True')
  const notes = [
    ...(tainted ? [tainted.message || 'was changed by hand'] : []),
    ...(updating?.reason === 'Running' ? [updating.message || 'an operating system update is running'] : []),
  ]
  return notes.length > 0 ? { ...ready, notes } : ready
}
