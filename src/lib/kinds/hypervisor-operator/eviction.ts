// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import { conditionsOf, deleting, fromCondition } from '../../model/object/conditions.ts'
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

/** Evicting is True while it runs; False is the result. A single instance that cannot move prevents its end. */
function health(object: KubeObject): Health {
  if (object.metadata.deletionTimestamp) return deleting(object)
  const conditions = conditionsOf(object)
  const stuck = ['PreflightChecksSucceeded', 'MigratingInstance']
    .map((type) => conditions.get(type))
    .find((condition) => condition?.status === 'False' && condition.reason === 'Failed')
  const evicting = conditions.get('Evicting')
  const health = fromCondition(evicting, 'Evicting')
  if (evicting?.stale) return health
  if (evicting?.status === 'False' && evicting.reason === 'Succeeded') return { ...health, state: 'healthy' }
  if (stuck) return { ...fromCondition(stuck, stuck.type), state: 'failed' }
  return evicting?.status === 'True' ? { ...health, state: 'progressing' } : health
}
