// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import { conditionsOf, readyHealth, scaledToZero } from '../../model/object/conditions.ts'
import { countAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'

/** One of three forms of Memcached; the others are a StatefulSet or a Deployment labelled as memcached. */
export const memcached: KindSpec = {
  group: 'memcached.c5c3.io',
  kind: 'Memcached',
  plural: 'memcacheds',
  versions: ['v1beta1', 'v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: ['spec.replicas', 'status.conditions', 'status.observedGeneration', 'status.readyReplicas'],
  health: memcachedHealth,
  parts: ['Deployment.apps', 'StatefulSet.apps'],
}

/** A single ready replica still caches: only zero ready replicas is a failure. */
function memcachedHealth(object: KubeObject): Health {
  const health = readyHealth(object)
  if (countAt(object, 'spec.replicas') === 0 && !object.metadata.deletionTimestamp) return scaledToZero(object)
  const conditions = conditionsOf(object)
  const degraded = conditions.get('Degraded')
  const isServing = (countAt(object, 'status.readyReplicas') ?? 0) > 0 || conditions.get('Available')?.status === 'True'
  if (health.state === 'failed' && isServing) return { ...health, state: 'degraded' }
  if (health.state === 'healthy' && degraded?.status === 'True')
    return { ...health, state: 'degraded', reason: degraded.reason || 'Degraded', message: degraded.message }
  return health
}
