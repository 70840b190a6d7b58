// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import { conditionsOf } from '../../model/object/conditions.ts'
import { countAt } from '../../model/object/fields.ts'
import { orderedHealth } from '../../model/object/ordered-conditions.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { SEED_SERVICE_FIELDS, SERVICE_FIELDS, SERVICE_PARTS, serviceLinks } from './links.ts'

const UNRELEASED_FIELDS = [...SEED_SERVICE_FIELDS, 'spec.schedule', 'spec.suspend']

const NEEDS = { services: ['nova', 'neutron', 'cinder', 'glance', 'keystone'] }

/** Known only from the specification: no released operator serves it yet. */
export const tempest: KindSpec = {
  group: 'tempest.openstack.c5c3.io',
  kind: 'Tempest',
  plural: 'tempests',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: [...SERVICE_FIELDS, ...UNRELEASED_FIELDS],
  links: (object) => serviceLinks(object, [], NEEDS),
  health: tempestHealth,
  parts: SERVICE_PARTS,
  seedOnly: UNRELEASED_FIELDS,
}

/** Failed tests do not stop OpenStack: degraded. */
function tempestHealth(object: KubeObject): Health {
  const health = orderedHealth(object, [])
  if (health.state !== 'healthy') return health
  const passed = conditionsOf(object).get('TestsPassed')
  const [failed, total] = [countAt(object, 'status.results.failedTests'), countAt(object, 'status.results.totalTests')]
  if (passed?.status !== 'False' && !failed) return health
  return {
    state: 'degraded',
    reason: passed?.reason || 'TestsFailed',
    message: failed === undefined ? 'the last run failed' : `${failed} of ${total ?? '?'} tests failed in the last run`,
    evidence: [{ path: 'status.results.failedTests', value: String(failed ?? '') }],
  }
}
