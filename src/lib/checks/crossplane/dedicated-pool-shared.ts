// SPDX-License-Identifier: Apache-2.0

import { dedicatedBy } from '../../kinds/claims/dedicated-label.ts'
import type { Check } from '../../model/check/check.ts'
import { fieldProof } from '../../model/check/evidence.ts'
import { c5c3 } from '../../model/check/next-step.ts'
import { isDeleted, POOL_CLAIM_KINDS, TENANTS } from '../shared/crossplane.ts'

export const dedicatedPoolShared: Check = {
  id: 'dedicated-pool-shared',
  category: 'crossplane',
  severity: 'warning',
  title: 'Dedicated pool is shared by several tenants',
  why: 'One tenant was promised dedicated machines. Nothing prevents a second claim from naming the same pool.',
  fix: 'Move one of the tenants to another pool, or remove the label from the pool if it need not be dedicated.',
  byHand: [
    'kubectl --context MANAGEMENT get hypervisorclusters.crossplane.c5c3.io -A -o custom-columns=NAME:.spec.name,LABELS:.spec.labels',
    'kubectl --context MANAGEMENT get openstackclusters.c5c3.io -A -o custom-columns=NAME:.metadata.name,POOLS:.spec.hypervisorClusters',
  ],
  modes: ['F16'],
  about: POOL_CLAIM_KINDS,
  beside: TENANTS,
  *run(context) {
    for (const pool of POOL_CLAIM_KINDS.flatMap((kind) => context.of(kind))) {
      const label = dedicatedBy(pool)
      const users = TENANTS.flatMap((kind) => context.into(pool, kind)).filter((user) => !isDeleted(user))
      if (!label || users.length < 2) continue
      const list = pool.kind === 'HypervisorCluster' ? 'spec.hypervisorClusters' : 'spec.storageClusters'
      yield {
        mode: 'F16',
        subject: pool,
        message: `dedicated, but ${users.length} claims use it: ${users.map(({ namespace, name }) => `${namespace ? `${namespace}/` : ''}${name}`).join(', ')}`,
        evidence: [
          fieldProof(pool, `spec.labels.${label}`),
          ...users.map((user) => ({ on: user, path: list, value: pool.name })),
        ],
        next: [c5c3('tree', `${pool.kind}/${pool.name}`, '--reverse', '--depth', '1')],
        standsAlone: true,
      }
    }
  },
}
