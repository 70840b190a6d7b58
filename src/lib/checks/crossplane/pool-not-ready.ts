// SPDX-License-Identifier: Apache-2.0
import type { Check, CheckContext } from '../../model/check/check.ts'
import { conditionOf, conditionProof } from '../../model/check/evidence.ts'
import { c5c3 } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { ageInSeconds, COMPOSITES, isDeleted, OBJECTS, POOL_CLAIM_KINDS, TENANTS } from '../shared/crossplane.ts'

const SHOOT = 'Shoot.core.gardener.cloud'

const KINDS = [...POOL_CLAIM_KINDS, 'ControlPlaneCluster.crossplane.c5c3.io']

/** Machines are found, booted and joined: a new pool is not late before this. */
const MAKING = 3600_000

export const poolNotReady: Check = {
  id: 'pool-not-ready',
  category: 'crossplane',
  severity: 'error',
  title: 'A pool that tenants use is not ready',
  why: 'The tenant was created on a pool that is not there yet, or that Crossplane cannot finish. What needs its machines or its storage waits or fails.',
  fix: 'Bring the pool up first: follow what it is composed of down to the Shoot. If the claim was simply too early, it recovers by itself.',
  byHand: [
    'kubectl -n NAMESPACE describe hypervisorclusters.crossplane.c5c3.io NAME',
    'kubectl --context GARDEN -n NAMESPACE get shoots',
  ],
  modes: ['F15'],
  reasons: ['Waiting'],
  about: KINDS,
  beside: [...TENANTS, ...COMPOSITES, ...OBJECTS, SHOOT],
  *run(sight) {
    for (const pool of KINDS.flatMap((kind) => sight.of(kind))) {
      const ready = conditionOf(pool, 'Ready')
      const users = TENANTS.flatMap((kind) => sight.into(pool, kind)).filter((user) => !isDeleted(user))
      if (ready?.status !== 'False' || users.length === 0 || isDeleted(pool)) continue
      if (ageInSeconds(pool, sight.now) < MAKING || isWorkedOn(sight, pool)) continue
      if (conditionOf(pool, 'Synced')?.reason === 'ReconcilePaused') continue
      const composite = COMPOSITES.flatMap((kind) => sight.out(pool, kind)).find(({ object }) => object)
      const words = conditionOf(composite ?? pool, 'Ready')?.message || ready.message || ready.reason
      const tenants = users.map(({ name }) => name).join(', ')
      yield {
        mode: 'F15',
        subject: pool,
        message: `it is not ready and ${tenants} ${users.length === 1 ? 'stands' : 'stand'} on it: ${words}`,
        evidence: [conditionProof(pool, 'Ready'), ...(composite ? [conditionProof(composite, 'Ready')] : [])],
        next: [c5c3('tree', `${pool.kind}/${pool.name}`, '--only-problems')],
        affects: users,
      }
    }
  },
}

/** Its Shoot is being changed: machines come and go, and that is what was asked for. */
function isWorkedOn(sight: CheckContext, pool: GraphNode): boolean {
  const composites = [pool, ...COMPOSITES.flatMap((kind) => sight.out(pool, kind))]
  const objects = composites.flatMap((one) => OBJECTS.flatMap((kind) => sight.out(one, kind)))
  return objects.some((object) => sight.out(object, SHOOT).some((shoot) => sight.own(shoot).state === 'progressing'))
}
