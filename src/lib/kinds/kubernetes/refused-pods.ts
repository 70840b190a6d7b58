// SPDX-License-Identifier: Apache-2.0
import type { Health } from '../../model/graph/health.ts'
import { conditionsOf } from '../../model/object/conditions.ts'
import type { KubeObject } from '../../model/object/resource.ts'

/** ReplicaFailure of a Deployment or ReplicaSet: the API server refuses its Pods (quota, admission, ServiceAccount). */
export function refusedPods(object: KubeObject): Omit<Health, 'state'> | undefined {
  const failure = conditionsOf(object).saying('ReplicaFailure', 'True')
  if (!failure) return undefined
  const { reason, message, since } = failure
  return {
    reason,
    message,
    ...(since ? { since } : {}),
    evidence: [{ path: 'status.conditions[ReplicaFailure]', value: `True (${reason})` }],
  }
}
