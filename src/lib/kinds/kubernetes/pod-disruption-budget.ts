// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import { deleting, isUnobserved, unobserved } from '../../model/object/conditions.ts'
import { countAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'

export const podDisruptionBudget: KindSpec = {
  group: 'policy',
  kind: 'PodDisruptionBudget',
  plural: 'poddisruptionbudgets',
  versions: ['v1'],
  namespaced: true,
  roles: ['control-plane', 'hypervisor', 'storage'],
  keep: [
    'spec.minAvailable',
    'spec.maxUnavailable',
    'spec.selector.matchLabels',
    'status.observedGeneration',
    'status.currentHealthy',
    'status.desiredHealthy',
    'status.expectedPods',
    'status.disruptionsAllowed',
  ],
  health,
}

/** Allowing no disruption may be intended; fewer healthy Pods than required is not. */
function health(object: KubeObject): Health {
  if (object.metadata.deletionTimestamp) return deleting(object)
  if (isUnobserved(object)) return unobserved(object)
  const [current, desired] = [countAt(object, 'status.currentHealthy'), countAt(object, 'status.desiredHealthy')]
  if (current === undefined || desired === undefined) {
    return { state: 'unknown', reason: 'NotObserved', message: 'it has not been counted yet' }
  }
  if (countAt(object, 'status.expectedPods') === 0) return { state: 'off', reason: 'NoPods' }
  const evidence = [{ path: 'status.currentHealthy', value: `${current} of ${desired}` }]
  if (current >= desired) return { state: 'healthy', reason: 'SufficientPods', evidence }
  return { state: 'degraded', reason: 'InsufficientPods', message: `${current} of ${desired} Pods are well`, evidence }
}
