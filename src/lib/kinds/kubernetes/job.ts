// SPDX-License-Identifier: Apache-2.0
import type { V1Job } from '@kubernetes/client-node'
import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import { conditionsOf, deleting, fromCondition } from '../../model/object/conditions.ts'
import { countAt, flagAt, textAt } from '../../model/object/fields.ts'
import type { TypedFieldPath } from '../../model/object/kubernetes-json.ts'
import { inNamespace } from '../../model/object/reference.ts'
import type { KubeObject } from '../../model/object/resource.ts'

export const job: KindSpec = {
  group: 'batch',
  kind: 'Job',
  plural: 'jobs',
  versions: ['v1'],
  namespaced: true,
  roles: ['control-plane', 'storage'],
  keep: [
    'spec.suspend',
    'spec.backoffLimit',
    'status.active',
    'status.succeeded',
    'status.failed',
    'status.startTime',
    'status.completionTime',
    'status.conditions',
  ] satisfies readonly TypedFieldPath<V1Job>[],
  links: cronJobLinks,
  health,
  // Tempest and database Jobs run for hours
  progressSeconds: 6 * 3600,
}

/** Runs of a CronJob are its history: an old failure says nothing about the current state. */
function cronJobLinks({ metadata: { ownerReferences = [], namespace } }: KubeObject): readonly Link[] {
  return ownerReferences
    .filter(({ kind }) => kind === 'CronJob')
    .map(({ name }) => ({
      rel: 'owns',
      to: { where: 'here', group: 'batch', kind: 'CronJob', name, ...inNamespace(namespace) },
      path: 'metadata.ownerReferences',
      reverse: true,
      optional: true,
      weak: 'counted',
    }))
}

/** Complete is healthy; Failed is failed; anything else is still in progress. */
function health(object: KubeObject): Health {
  const conditions = conditionsOf(object)
  const [complete, failed] = [conditions.get('Complete'), conditions.get('Failed')]
  if (failed?.status === 'True') return { ...fromCondition(failed, 'Failed'), state: 'failed' }
  if (complete?.status === 'True') return fromCondition(complete, 'Complete')
  if (object.metadata.deletionTimestamp) return deleting(object)
  if (flagAt(object, 'spec.suspend') === true) {
    return { state: 'suspended', reason: 'Suspended', evidence: [{ path: 'spec.suspend', value: 'true' }] }
  }
  const [since, tries] = [textAt(object, 'status.startTime'), countAt(object, 'status.failed') ?? 0]
  if (!since) return { state: 'unknown', reason: 'NotObserved', message: 'it has not been started yet' }
  return {
    state: 'progressing',
    reason: tries > 0 ? 'Retrying' : 'Running',
    since,
    ...(tries > 0 ? { message: `${tries} ${tries === 1 ? 'try' : 'tries'} failed` } : {}),
    evidence: [{ path: 'status.active', value: String(countAt(object, 'status.active') ?? 0) }],
  }
}
