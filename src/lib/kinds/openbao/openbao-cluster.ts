// SPDX-License-Identifier: Apache-2.0
// Conditions: github.com/dc-tec/openbao-operator, internal/controller/openbaocluster/status_helpers.go
import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import { conditionsOf, deleting, fromCondition } from '../../model/object/conditions.ts'
import { countAt, flagAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'

export const openBaoCluster: KindSpec = {
  group: 'openbao.org',
  kind: 'OpenBaoCluster',
  plural: 'openbaoclusters',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['management', 'control-plane'],
  keep: [
    'spec.replicas',
    'spec.paused',
    'spec.version',
    'status.phase',
    'status.readyReplicas',
    'status.initialized',
    'status.conditions',
  ],
  health,
  parts: ['StatefulSet.apps'],
}

/** Sealed or not initialized, it refuses every request although its Pods run. */
const REFUSING = [
  ['OpenBaoSealed', 'True'],
  ['OpenBaoInitialized', 'False'],
] as const

/** Degraded=True with this reason is advice about the setup; nothing is broken. */
const ADVICE: ReadonlySet<string> = new Set(['RootTokenStored'])

function health(object: KubeObject): Health {
  if (object.metadata.deletionTimestamp) return deleting(object)
  if (flagAt(object, 'spec.paused') === true)
    return { state: 'suspended', reason: 'Paused', evidence: [{ path: 'spec.paused', value: 'true' }] }
  const conditions = conditionsOf(object)
  for (const [type, status] of REFUSING) {
    const refusing = conditions.saying(type, status)
    if (refusing) return { ...fromCondition(refusing, type), state: 'failed', itself: true }
  }
  const available = fromCondition(conditions.get('Available'), 'Available')
  if (available.state !== 'healthy')
    return available.state === 'failed' && (countAt(object, 'status.readyReplicas') ?? 0) > 0
      ? { ...available, state: 'degraded' }
      : available
  const degraded = conditions.saying('Degraded', 'True')
  if (!degraded) return available
  if (ADVICE.has(degraded.reason)) return { ...available, notes: [degraded.message] }
  return { ...fromCondition(degraded, 'Degraded'), state: 'degraded' }
}
