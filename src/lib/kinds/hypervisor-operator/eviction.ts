// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import {
  type Condition,
  type Conditions,
  conditionAge,
  conditionsOf,
  deleting,
  fromCondition,
  healthIf,
} from '../../model/object/conditions.ts'
import { textAt, textsAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'

const GROUPS = ['kvm.cloud.sap', 'hypervisor.c5c3.io']

export const eviction: KindSpec = {
  group: 'kvm.cloud.sap',
  kind: 'Eviction',
  plural: 'evictions',
  versions: ['v1'],
  namespaced: false,
  roles: ['hypervisor'],
  keep: [
    'spec.hypervisor',
    'spec.reason',
    'status.conditions',
    'status.outstandingInstances',
    'status.outstandingRamMb',
  ],
  links: (object) => [...hypervisorLink(object), ...migrationLinks(object)],
  health,
  // a host with many large instances takes hours to drain
  progressSeconds: 6 * 3600,
}

function hypervisorLink(object: KubeObject): Link[] {
  const [path, name] = ['spec.hypervisor', textAt(object, 'spec.hypervisor')]
  const to = { where: 'here', group: GROUPS, kind: 'Hypervisor' } as const
  return name ? [{ rel: 'depends-on', to: { ...to, name }, path, reverse: true, optional: true }] : []
}

/** An instance that is being moved has a Migration of the same name. */
function migrationLinks(object: KubeObject): Link[] {
  return textsAt(object, 'status.outstandingInstances').map((name, i) => ({
    rel: 'creates',
    to: { where: 'here', group: GROUPS, kind: 'Migration', name },
    path: `status.outstandingInstances[${i}]`,
    optional: true,
    weak: 'degraded',
  }))
}

/** A host is disabled in Nova before its eviction starts: until then the preflight check fails, which is normal. */
export const PREFLIGHT_TIME = 5 * 60_000

/** Upstream alerts on a migration that fails for an hour. */
const MIGRATION_TIME = 60 * 60_000

/**
 * Evicting is True while it runs; False is the result. A single instance that cannot move prevents its end.
 * @see https://github.com/cobaltcore-dev/openstack-hypervisor-operator/blob/8ee7e08/internal/controller/eviction_controller.go#L192-L380
 */
function health(object: KubeObject, now: number): Health {
  if (object.metadata.deletionTimestamp) return deleting(object)
  const conditions = conditionsOf(object)
  const evicting = conditions.get('Evicting')
  const health = fromCondition(evicting, 'Evicting')
  if (evicting?.stale) return health
  if (evicting?.status === 'False') return evicting.reason === 'Succeeded' ? { ...health, state: 'healthy' } : health
  const preflight = failedCondition(conditions, 'PreflightChecksSucceeded')
  if (preflight)
    return healthIf(preflight, conditionAge(preflight, now) < PREFLIGHT_TIME ? 'progressing' : 'failed') ?? health
  const migrating = failedCondition(conditions, 'MigratingInstance')
  if (migrating && !isSkipped(migrating))
    return healthIf(migrating, conditionAge(migrating, now) < MIGRATION_TIME ? 'degraded' : 'failed') ?? health
  return evicting?.status === 'True' ? { ...health, state: 'progressing' } : health
}

function failedCondition(conditions: Conditions, type: string): Condition | undefined {
  const condition = conditions.saying(type, 'False')
  return condition?.reason === 'Failed' ? condition : undefined
}

/** An instance that is being deleted is not moved, which the operator reports with reason Failed, too. */
export const isSkipped = ({ message }: Condition): boolean => /terminating instance .*skipped/i.test(message)
