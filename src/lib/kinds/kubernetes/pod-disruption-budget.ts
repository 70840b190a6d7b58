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

/** That it allows no disruption is what it may be for; that fewer Pods are well than it guards is not. */
function health(object: KubeObject): Health {
  if (object.metadata.deletionTimestamp) return deleting(object)
  if (isUnobserved(object)) return unobserved(object)
  const [is, should] = [countAt(object, 'status.currentHealthy'), countAt(object, 'status.desiredHealthy')]
  if (is === undefined || should === undefined) {
    return { state: 'unknown', reason: 'NotObserved', message: 'it has not been counted yet' }
  }
  if (countAt(object, 'status.expectedPods') === 0) return { state: 'off', reason: 'NoPods' }
  const evidence = [{ path: 'status.currentHealthy', value: `${is} of ${should}` }]
  if (is >= should) return { state: 'healthy', reason: 'SufficientPods', evidence }
  return { state: 'degraded', reason: 'InsufficientPods', message: `${is} of ${should} Pods are well`, evidence }
}
