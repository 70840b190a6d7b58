// SPDX-License-Identifier: Apache-2.0
import type { V1ReplicaSet } from '@kubernetes/client-node'
import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import { replicasHealth } from '../../model/object/conditions.ts'
import { countAt } from '../../model/object/fields.ts'
import type { TypedFieldPath } from '../../model/object/kubernetes-json.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { refusedPods } from './refused-pods.ts'
import { workloadLinks } from './workload-links.ts'

/** Between a Deployment and its Pods. */
export const replicaSet: KindSpec = {
  group: 'apps',
  kind: 'ReplicaSet',
  plural: 'replicasets',
  versions: ['v1'],
  namespaced: true,
  roles: ['management', 'control-plane', 'hypervisor', 'storage', 'arbiter'],
  onDemand: true,
  ofWorkloads: true,
  keep: [
    'spec.replicas',
    'status.observedGeneration',
    'status.replicas',
    'status.readyReplicas',
    'status.conditions',
  ] satisfies readonly TypedFieldPath<V1ReplicaSet>[],
  links: workloadLinks,
  health,
}

function health(object: KubeObject): Health {
  const ready = countAt(object, 'status.readyReplicas')
  const health = replicasHealth(object, countAt(object, 'spec.replicas'), ready, 'status.readyReplicas')
  return health.reason === 'NotAllReady' ? { ...health, ...refusedPods(object) } : health
}
