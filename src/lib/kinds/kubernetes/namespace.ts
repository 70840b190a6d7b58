// SPDX-License-Identifier: Apache-2.0
import type { V1Namespace } from '@kubernetes/client-node'
import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import { conditionsOf, deleting, phaseHealth } from '../../model/object/conditions.ts'
import type { TypedFieldPath } from '../../model/object/kubernetes-json.ts'
import type { KubeObject } from '../../model/object/resource.ts'

export const namespace: KindSpec = {
  group: '',
  kind: 'Namespace',
  plural: 'namespaces',
  versions: ['v1'],
  namespaced: false,
  roles: ['management', 'control-plane', 'hypervisor', 'storage', 'arbiter', 'garden'],
  keep: ['status.phase', 'status.conditions'] satisfies readonly TypedFieldPath<V1Namespace>[],
  health,
}

/** A terminating namespace reports in its conditions what blocks its deletion. */
function health(object: KubeObject): Health {
  const health = phaseHealth(object, 'status.phase', { Active: 'healthy', Terminating: 'progressing' })
  if (!object.metadata.deletionTimestamp) return health
  const blocker = [...conditionsOf(object).values()].find(({ status, message }) => status === 'True' && message !== '')
  return { ...deleting(object), reason: 'Terminating', ...(blocker ? { message: blocker.message } : {}) }
}
