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

/**
 * Complete also means that a Job failed: the reason tells. A failed scheduled run has the reason of a scheduled one, and
 * only its message is Failed (until mariadb-operator PR#1867).
 * @see https://github.com/mariadb-operator/mariadb-operator/blob/8970edf8/pkg/condition/complete.go#L10-L105
 */
export function completionHealth(object: KubeObject): Health {
  const health = readyHealth(object, 'Complete')
  if (health.state !== 'healthy' && health.state !== 'failed') return health
  const isFailure = /Fail|Error/.test(health.reason ?? '') || health.message === 'Failed'
  if (isFailure) return { ...health, state: 'failed' }
  if (health.state === 'healthy') return health
  return { ...health, state: health.reason === 'JobSuspended' ? 'suspended' : 'progressing' }
}

function backupHealth(object: KubeObject): Health {
  if (flagAt(object, 'spec.schedule.suspend')) return { state: 'suspended', reason: 'Suspended' }
  return withSchedule(object, completionHealth(object))
}

/** A scheduled backup has no condition before its first run, which is normal. */
const withSchedule = (object: KubeObject, health: Health): Health =>
  health.reason === 'NotObserved' && fieldAt(object, 'spec.schedule') !== undefined
    ? { ...health, state: 'progressing' }
    : health
