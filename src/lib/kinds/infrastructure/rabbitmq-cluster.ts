// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import { conditionsOf, deleting, fromCondition, scaledToZero, unlessStale } from '../../model/object/conditions.ts'
import { countAt, textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'

/** Has no condition Ready: three others replace it. */
export const rabbitmqCluster: KindSpec = {
  group: 'rabbitmq.com',
  kind: 'RabbitmqCluster',
  plural: 'rabbitmqclusters',
  versions: ['v1beta1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: [
    'spec.replicas',
    'status.conditions',
    'status.observedGeneration',
    'status.quorumStatus',
    'status.defaultUser',
  ],
  health: rabbitmqHealth,
  parts: ['StatefulSet.apps'],
}

function rabbitmqHealth(object: KubeObject): Health {
  if (object.metadata.deletionTimestamp) return deleting(object)
  if (countAt(object, 'spec.replicas') === 0) return scaledToZero(object)
  return unlessStale(object, reportedHealth(object))
}

function reportedHealth(object: KubeObject): Health {
  const conditions = conditionsOf(object)
  const [available, replicas, reconciled] = ['ClusterAvailable', 'AllReplicasReady', 'ReconcileSuccess'].map((type) =>
    fromCondition(conditions.get(type), type),
  )
  if (!available || !replicas || !reconciled) return { state: 'unknown', reason: 'NotObserved' }
  if (available.state !== 'healthy') return available
  if (replicas.state === 'failed') return { ...replicas, state: 'degraded' }
  for (const health of [reconciled, replicas]) if (health.state !== 'healthy') return health
  const quorum = textAt(object, 'status.quorumStatus') ?? 'ok'
  if (/^ok\b/.test(quorum)) return available
  const state = quorum === 'unavailable' ? 'failed' : 'degraded'
  const evidence = [{ path: 'status.quorumStatus', value: quorum }]
  return { state, reason: 'Quorum', message: `quorum is ${quorum}`, evidence }
}
