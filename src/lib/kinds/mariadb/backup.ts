// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import { readyHealth } from '../../model/object/conditions.ts'
import { fieldAt, flagAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { inMariaDb } from './maria-db-ref.ts'

/** Nothing depends on a backup until a restore: it does not affect the health of a control plane. */
export const backup: KindSpec = {
  group: 'k8s.mariadb.com',
  kind: 'Backup',
  plural: 'backups',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: ['spec.mariaDbRef', 'spec.schedule', 'status.conditions'],
  links: inMariaDb,
  health: backupHealth,
}

function backupHealth(object: KubeObject): Health {
  if (flagAt(object, 'spec.schedule.suspend')) return { state: 'suspended', reason: 'Suspended' }
  const health = readyHealth(object, 'Complete')
  // A scheduled backup is not complete between two runs, which is normal.
  const isBetweenRuns = health.state === 'failed' && !/Fail|Error/.test(health.reason ?? '')
  return isBetweenRuns || (health.reason === 'NotObserved' && fieldAt(object, 'spec.schedule') !== undefined)
    ? { ...health, state: 'progressing' }
    : health
}
