// SPDX-License-Identifier: Apache-2.0
import type { V1CronJob } from '@kubernetes/client-node'
import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import { deleting } from '../../model/object/conditions.ts'
import { flagAt, listAt, textAt } from '../../model/object/fields.ts'
import type { TypedFieldPath } from '../../model/object/kubernetes-json.ts'
import type { KubeObject } from '../../model/object/resource.ts'

export const cronJob: KindSpec = {
  group: 'batch',
  kind: 'CronJob',
  plural: 'cronjobs',
  versions: ['v1'],
  namespaced: true,
  roles: ['control-plane', 'storage'],
  keep: [
    'spec.schedule',
    'spec.suspend',
    'status.active.name',
    'status.lastScheduleTime',
    'status.lastSuccessfulTime',
  ] satisfies readonly TypedFieldPath<V1CronJob>[],
  health,
  // Tempest and database Jobs run for hours
  progressSeconds: 6 * 3600,
}

/** Healthy if the last run succeeded or none was due yet. A failed run leaves the service running: degraded. */
function health(object: KubeObject): Health {
  if (object.metadata.deletionTimestamp) return deleting(object)
  if (flagAt(object, 'spec.suspend') === true) {
    return { state: 'suspended', reason: 'Suspended', evidence: [{ path: 'spec.suspend', value: 'true' }] }
  }
  const [ran, succeeded] = [textAt(object, 'status.lastScheduleTime'), textAt(object, 'status.lastSuccessfulTime')]
  const schedule = textAt(object, 'spec.schedule')
  if (!schedule) return { state: 'unknown', reason: 'Malformed', message: 'it has no schedule' }
  if (!ran) return { state: 'healthy', reason: 'Scheduled', evidence: [{ path: 'spec.schedule', value: schedule }] }
  const evidence = [
    { path: 'status.lastScheduleTime', value: ran },
    { path: 'status.lastSuccessfulTime', value: succeeded ?? 'never' },
  ]
  if (succeeded && Date.parse(succeeded) >= Date.parse(ran)) return { state: 'healthy', reason: 'Succeeded', evidence }
  if (listAt(object, 'status.active').length > 0)
    return { state: 'progressing', reason: 'Running', since: ran, evidence }
  return { state: 'degraded', reason: 'LastRunFailed', message: 'its last run did not succeed', since: ran, evidence }
}
