// SPDX-License-Identifier: Apache-2.0
import type { Check, CheckContext } from '../../model/check/check.ts'
import { conditionOf, conditionProof } from '../../model/check/evidence.ts'
import { c5c3 } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { ageInSeconds, COMPOSITES, isDeleted, OBJECTS, POOL_CLAIM_KINDS, TENANTS } from '../shared/crossplane.ts'

const SHOOT = 'Shoot.core.gardener.cloud'

const KINDS = [...POOL_CLAIM_KINDS, 'ControlPlaneCluster.crossplane.c5c3.io']

/** Time to provision and boot machines and join them: a new pool is not late before this. */
const PROVISIONING_TIME = 3600_000

export const poolNotReady: Check = {
  id: 'pool-not-ready',
  category: 'crossplane',
  severity: 'error',
  title: 'Pool in use is not ready',
  why: 'The OpenStack cluster uses a pool that does not exist yet, or that Crossplane cannot create. What needs its machines or its storage is blocked or fails.',
  fix: 'Fix the pool first: follow what it is composed of down to the Shoot. If the claim was only created too early, it recovers on its own.',
  byHand: [
    'kubectl --context MANAGEMENT -n NAMESPACE describe hypervisorclusters.crossplane.c5c3.io NAME',
    'kubectl --context GARDEN -n NAMESPACE get shoots',
  ],
  modes: ['F15'],
  reasons: ['Waiting'],
  about: KINDS,
  beside: [...TENANTS, ...COMPOSITES, ...OBJECTS, SHOOT],
  *run(context) {
    for (const pool of KINDS.flatMap((kind) => context.of(kind))) {
      const ready = conditionOf(pool, 'Ready')
      const users = TENANTS.flatMap((kind) => context.into(pool, kind)).filter((user) => !isDeleted(user))
      if (ready?.status !== 'False' || users.length === 0 || isDeleted(pool)) continue
      if (ageInSeconds(pool, context.now) < PROVISIONING_TIME || isReconciling(context, pool)) continue
      if (conditionOf(pool, 'Synced')?.reason === 'ReconcilePaused') continue
      const composite = COMPOSITES.flatMap((kind) => context.out(pool, kind)).find(({ object }) => object)
      const message = conditionOf(composite ?? pool, 'Ready')?.message || ready.message || ready.reason
      const tenants = users.map(({ name }) => name).join(', ')
      yield {
        mode: 'F15',
        subject: pool,
        message: `not ready, and ${tenants} ${users.length === 1 ? 'depends' : 'depend'} on it: ${message}`,
        evidence: [conditionProof(pool, 'Ready'), ...(composite ? [conditionProof(composite, 'Ready')] : [])],
        next: [c5c3('tree', `${pool.kind}/${pool.name}`, '--only-problems')],
        affects: [...users, ...unreadyParts(context, pool)],
      }
    }
  },
}

/** Its Shoot is being reconciled: added and removed machines are intended. */
const isReconciling = (context: CheckContext, pool: GraphNode) =>
  partsOf(context, pool).some((object) =>
    context.out(object, SHOOT).some((shoot) => context.own(shoot).state === 'progressing'),
  )

/** What it is composed of: the composite, and its Objects. */
function partsOf(context: CheckContext, pool: GraphNode): readonly GraphNode[] {
  const composites = COMPOSITES.flatMap((kind) => context.out(pool, kind))
  return [...composites, ...[pool, ...composites].flatMap((one) => OBJECTS.flatMap((kind) => context.out(one, kind)))]
}

const unreadyParts = (context: CheckContext, pool: GraphNode) =>
  partsOf(context, pool).filter((part) => conditionOf(part, 'Ready')?.status === 'False')
