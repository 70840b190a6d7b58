// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import { readyHealth } from '../../model/object/conditions.ts'
import { flagAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { intendedReady } from './maria-db.ts'

/** The proxy in front of a MariaDB; the MariaDB references it. */
export const maxScale: KindSpec = {
  group: 'k8s.mariadb.com',
  kind: 'MaxScale',
  plural: 'maxscales',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: ['spec.mariaDbRef', 'spec.replicas', 'spec.suspend', 'status.conditions', 'status.primaryServer'],
  health: maxScaleHealth,
}

/** @see https://github.com/mariadb-operator/mariadb-operator/blob/8970edf8/pkg/condition/ready.go#L220-L254 */
function maxScaleHealth(object: KubeObject): Health {
  const health = readyHealth(object)
  if (flagAt(object, 'spec.suspend')) return { ...health, state: 'suspended', reason: 'Suspended' }
  if (health.state === 'failed' && health.reason === 'Cordoned') return { ...health, state: 'maintenance' }
  return health.state === 'healthy' ? intendedReady(health) : health
}
