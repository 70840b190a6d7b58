// SPDX-License-Identifier: Apache-2.0
import type { V1DaemonSet, V1PodTemplateSpec } from '@kubernetes/client-node'
import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import { replicasHealth } from '../../model/object/conditions.ts'
import { countAt } from '../../model/object/fields.ts'
import type { TypedFieldPath } from '../../model/object/kubernetes-json.ts'
import type { KubeObject } from '../../model/object/resource.ts'

export const daemonSet: KindSpec = {
  group: 'apps',
  kind: 'DaemonSet',
  plural: 'daemonsets',
  versions: ['v1'],
  namespaced: true,
  roles: ['control-plane', 'hypervisor', 'storage'],
  keep: [
    'spec.selector.matchLabels',
    'spec.template.spec.nodeSelector',
    'spec.template.spec.containers.name',
    'spec.template.spec.containers.image',
    'status.observedGeneration',
    'status.desiredNumberScheduled',
    'status.currentNumberScheduled',
    'status.numberReady',
    'status.updatedNumberScheduled',
    'status.numberMisscheduled',
  ] satisfies readonly (TypedFieldPath<V1DaemonSet> | `spec.template.${TypedFieldPath<V1PodTemplateSpec>}`)[],
  health,
}

/** A DaemonSet that selects no node is off, which is no evidence of health. */
function health(object: KubeObject): Health {
  const desired = countAt(object, 'status.desiredNumberScheduled')
  const health = replicasHealth(object, desired, countAt(object, 'status.numberReady'), 'status.numberReady')
  if (health.state === 'off') return { ...health, reason: 'NoNodes', message: 'no node is selected' }
  const updated = countAt(object, 'status.updatedNumberScheduled')
  if (health.state !== 'healthy' || updated === undefined || desired === undefined || updated >= desired) return health
  const evidence = [{ path: 'status.updatedNumberScheduled', value: `${updated} of ${desired}` }]
  return { state: 'progressing', reason: 'RollingOut', message: `${updated} of ${desired} updated`, evidence }
}
