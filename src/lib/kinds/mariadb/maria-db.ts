// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { Link } from '../../model/graph/link.ts'
import { conditionsOf, readyHealth } from '../../model/object/conditions.ts'
import { countAt, flagAt, textAt } from '../../model/object/fields.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import type { State } from '../../model/report/report.ts'

export const mariaDb: KindSpec = {
  group: 'k8s.mariadb.com',
  kind: 'MariaDB',
  plural: 'mariadbs',
  versions: ['v1alpha1'],
  namespaced: true,
  roles: ['control-plane'],
  keep: ['spec.replicas', 'spec.galera.enabled', 'spec.suspend', 'spec.maxScaleRef', 'status'],
  links: maxScaleLink,
  health: mariaDbHealth,
  parts: ['StatefulSet.apps'],
}

/** Up to v25.10 MaxScale could be embedded; since then it is a separate object. */
function maxScaleLink(object: KubeObject): readonly Link[] {
  const name = textAt(object, 'spec.maxScaleRef.name')
  const namespace = textAt(object, 'spec.maxScaleRef.namespace') ?? object.metadata.namespace
  if (!name || !namespace) return []
  const to = { where: 'here', group: 'k8s.mariadb.com', kind: 'MaxScale', namespace, name } as const
  return [{ rel: 'depends-on', path: 'spec.maxScaleRef.name', to }]
}

/**
 * Reasons of a Ready condition that is not True which are intended or in progress. An error on the way has a reason of
 * its own, such as ScaleOutError.
 * @see https://github.com/mariadb-operator/mariadb-operator/blob/8970edf8/pkg/condition/ready.go#L76-L324
 */
const REASONS: Readonly<Record<string, State>> = {
  Suspended: 'suspended',
  Cordoned: 'maintenance',
  Maintenance: 'maintenance',
  ScalingOut: 'progressing',
  ReplicaRecovering: 'progressing',
  ReplayBinlogs: 'progressing',
  RestorePhysicalBackup: 'progressing',
  Updating: 'progressing',
  ResizingStorage: 'progressing',
  WaitStorageResize: 'progressing',
  Initializing: 'progressing',
  RestoreBackup: 'progressing',
  SwitchPrimary: 'progressing',
}

function mariaDbHealth(object: KubeObject): Health {
  const health = readyHealth(object)
  if (object.metadata.deletionTimestamp) return health
  if (flagAt(object, 'spec.suspend')) return { ...health, state: 'suspended', reason: 'Suspended' }
  if (health.state !== 'healthy') {
    const state = Object.hasOwn(REASONS, health.reason ?? '') ? REASONS[health.reason ?? ''] : undefined
    return state ? { ...health, state } : health
  }
  return degradation(object, health) ?? missingReplicas(object) ?? intendedReady(health)
}

/** Ready with such a reason works, as intended by a person or until a person acts. */
export function intendedReady(health: Health): Health {
  if (health.reason === 'Maintenance') return { ...health, state: 'maintenance' }
  return health.reason === 'PendingUpdate'
    ? { ...health, notes: ['an update is pending until it is started by hand'] }
    : health
}

function degradation(object: KubeObject, health: Health): Health | undefined {
  const galera = conditionsOf(object).get('GaleraReady')
  if (galera?.status === 'False')
    return { ...health, state: 'degraded', reason: galera.reason || 'GaleraNotReady', message: galera.message }
  const failing = textAt(object, 'status.currentPrimaryFailingSince')
  if (failing)
    return {
      ...health,
      state: 'degraded',
      reason: 'PrimaryFailing',
      message: `its primary ${textAt(object, 'status.currentPrimary') ?? ''} is failing`,
      since: failing,
    }
  return undefined
}

function missingReplicas(object: KubeObject): Health | undefined {
  const [desired, actual] = [countAt(object, 'spec.replicas'), countAt(object, 'status.replicas')]
  if (desired === undefined || actual === undefined || actual >= desired) return undefined
  const evidence = [{ path: 'status.replicas', value: `${actual} of ${desired}` }]
  return { state: 'degraded', reason: 'NotAllReplicas', message: `${actual} of ${desired} replicas`, evidence }
}
