// SPDX-License-Identifier: Apache-2.0

import type { Health } from '../../model/graph/health.ts'
import type { Link } from '../../model/graph/link.ts'
import { conditionsOf, phaseHealth } from '../../model/object/conditions.ts'
import { inNamespace } from '../../model/object/reference.ts'
import type { KubeObject } from '../../model/object/resource.ts'

export const ROOK = 'ceph.rook.io'

/** By its phase; a blocked deletion is degraded, because it needs manual action. */
export function rookHealth(object: KubeObject): Health {
  const health = phaseHealth(object, 'status.phase', PHASES)
  if (!object.metadata.deletionTimestamp) return health
  const conditions = conditionsOf(object)
  const blocked = ['PoolDeletionIsBlocked', 'DeletionIsBlocked']
    .map((type) => conditions.get(type))
    .find((condition) => condition?.status === 'True')
  if (!blocked) return health
  const evidence = [{ path: `status.conditions[${blocked.type}]`, value: `True (${blocked.reason})` }]
  return { ...health, state: 'degraded', reason: blocked.reason, message: blocked.message, evidence }
}

/** The Ceph cluster of an object is that of its namespace. Its warnings are only notes on the objects it serves. */
export function cephClusterLink({ metadata }: KubeObject): Link {
  return {
    rel: 'depends-on',
    to: { where: 'here', group: ROOK, kind: 'CephCluster', ...inNamespace(metadata.namespace) },
    path: 'metadata.namespace',
    weak: 'degraded',
  }
}

/** The phases that Rook's controllers write; any other phase is unknown. */
const PHASES: Readonly<Record<string, Health['state']>> = {
  Ready: 'healthy',
  Connected: 'healthy',
  Connecting: 'progressing',
  Creating: 'progressing',
  Processing: 'progressing',
  Progressing: 'progressing',
  Reconciling: 'progressing',
  Deleting: 'progressing',
  Error: 'failed',
  Failed: 'failed',
  Failure: 'failed',
  ReconcileFailed: 'failed',
}
