// SPDX-License-Identifier: Apache-2.0
import type { V1Deployment, V1PodTemplateSpec } from '@kubernetes/client-node'
import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import { conditionsOf, replicasHealth } from '../../model/object/conditions.ts'
import { countAt, flagAt } from '../../model/object/fields.ts'
import type { TypedFieldPath } from '../../model/object/kubernetes-json.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { refusedPods } from './refused-pods.ts'

export const deployment: KindSpec = {
  group: 'apps',
  kind: 'Deployment',
  plural: 'deployments',
  versions: ['v1'],
  namespaced: true,
  roles: ['management', 'control-plane', 'hypervisor', 'storage', 'arbiter'],
  keep: [
    'metadata.changed',
    'spec.replicas',
    'spec.paused',
    'spec.selector.matchLabels',
    'spec.template.spec.nodeSelector',
    'spec.template.spec.containers.name',
    'spec.template.spec.containers.image',
    'status.observedGeneration',
    'status.replicas',
    'status.readyReplicas',
    'status.updatedReplicas',
    'status.conditions',
  ] satisfies readonly (
    | 'metadata.changed'
    | TypedFieldPath<V1Deployment>
    | `spec.template.${TypedFieldPath<V1PodTemplateSpec>}`
  )[],
  health,
}

/** Healthy if all desired replicas are ready and updated; fewer is progressing only during a rollout. */
function health(object: KubeObject): Health {
  const desired = countAt(object, 'spec.replicas')
  const health = replicasHealth(object, desired, countAt(object, 'status.readyReplicas'), 'status.readyReplicas')
  if (health.reason === 'AllReady') return rolloutHealth(object, health, desired ?? 0)
  if (health.reason !== 'NotAllReady') return health
  const refused = refusedPods(object)
  if (refused) return { ...health, ...refused }
  const rollout = conditionsOf(object).get('Progressing')
  if (rollout?.status === 'False') return { ...health, reason: rollout.reason, message: rollout.message }
  const isRolling = rollout?.status === 'True' && rollout.reason !== 'NewReplicaSetAvailable'
  return isRolling ? { ...health, state: 'progressing', reason: rollout.reason } : health
}

function rolloutHealth(object: KubeObject, health: Health, desired: number): Health {
  const updated = countAt(object, 'status.updatedReplicas') ?? 0
  if (flagAt(object, 'spec.paused') === true) return { ...health, state: 'suspended', reason: 'Paused' }
  if (updated >= desired) return health
  const evidence = [{ path: 'status.updatedReplicas', value: `${updated} of ${desired}` }]
  return { state: 'progressing', reason: 'RollingOut', message: `${updated} of ${desired} updated`, evidence }
}
