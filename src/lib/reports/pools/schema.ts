// SPDX-License-Identifier: Apache-2.0

import { arrayOf, count, type Fields, flag, number, objectOf, optional, text, word } from '../schema/describe.ts'
import { report } from '../schema/envelope.ts'
import { NODE } from '../schema/node.ts'
import { STATE } from '../schema/words.ts'
import type { Amount, PoolAmounts } from './amounts.ts'
import type { CapacityTotal, PoolCapacity, PoolCapacityReport, Quotas } from './capacity.ts'
import type { PoolIsolation, TenantStrategy } from './isolation.ts'
import { POOL_FIELDS, POOL_TYPE } from './pool-schema.ts'
import type { PoolRow, PoolsReport, PoolTenant } from './report.ts'

const AMOUNT: Fields<Amount> = {
  total: optional(number('What there is.')),
  used: optional(number('What of it is used.')),
  free: optional(number('What can still be given away: not what is free on machines that are out of service.')),
  unavailable: optional(text('What of this is not known, and why.')),
}

const TOTAL: Fields<CapacityTotal> = {
  vcpus: optional(objectOf<Amount>(AMOUNT)),
  memoryBytes: optional(objectOf<Amount>(AMOUNT)),
  cephBytes: optional(
    objectOf<NonNullable<PoolAmounts['cephBytes']>>(
      {
        ...AMOUNT,
        copies: optional(count('How many copies are kept.')),
        lastUpdated: optional(text('When Ceph counted, RFC 3339.')),
      },
      'All copies counted, as Ceph counts.',
    ),
  ),
}

const AMOUNTS = objectOf<PoolAmounts>({
  ...TOTAL,
  instances: optional(count('Instances that run there.')),
  outOfService: optional(count('Hypervisors that take no new instances.')),
})

const ISOLATION = objectOf<PoolIsolation>({
  strategy: word<PoolIsolation['strategy']>('How tenants share it.', {
    shared: 'two or more use it',
    dedicated: 'one uses it, or it is labelled so',
    unused: 'nobody does',
    unknown: 'nobody can tell',
  }),
  labelled: flag('Its labels ask for one tenant only.'),
  kept: optional(flag('Left out where nothing is promised, or where nobody can tell.')),
  reasons: arrayOf(text('Why it is not kept, or why nobody can tell.')),
})

/** A pool as it stands in every answer about pools. */
export const POOL_ROW = objectOf<PoolRow>({
  ...POOL_FIELDS,
  tier: optional(text('Device class or tier.')),
  amounts: AMOUNTS,
  isolation: ISOLATION,
  blocker: optional(NODE),
})

const TENANT = objectOf<PoolTenant>({
  kind: text('OpenStackCluster or ControlPlane.'),
  namespace: optional(text('Its namespace.')),
  name: text('Its name.'),
  region: optional(text('Its region.')),
  state: STATE,
  controlPlanes: arrayOf(text('A control plane it uses.')),
  hypervisorPools: arrayOf(text('A hypervisor pool it uses.')),
  storagePools: arrayOf(text('A storage pool it uses.')),
  strategies: arrayOf(
    word<TenantStrategy>('How it is kept apart.', {
      shared: 'it shares its pools',
      dedicated: 'its pools are its own',
      hybrid: 'both',
      tiered: 'its pools differ in device class or tier',
    }),
  ),
  kept: optional(flag('False when a pool that is labelled for one tenant has others too.')),
})

export const pools = report<PoolsReport>(
  'Pools',
  'pools by region: nodes, capacity, who shares them and whether isolation is kept',
  {
    regions: arrayOf(
      objectOf<PoolsReport['regions'][number]>({
        region: optional(text('Left out for pools that name none.')),
        pools: arrayOf(POOL_ROW),
      }),
    ),
    tenants: arrayOf(TENANT),
  },
  { field: 'regions', row: POOL_ROW },
)

const CAPACITY = objectOf<PoolCapacity>({
  name: text('The pool’s name.'),
  type: POOL_TYPE,
  region: optional(text('Its region.')),
  tier: optional(text('Device class or tier.')),
  state: STATE,
  amounts: AMOUNTS,
  quotas: optional(
    objectOf<Quotas>({
      bytes: number('The sum of all quotas, without copies.'),
      rawBytes: optional(number('The same with all copies; left out when one does not say how many it keeps.')),
      limited: count('RBD pools with a quota.'),
      unlimited: count('RBD pools without one.'),
    }),
  ),
})

export const poolCapacity = report<PoolCapacityReport>(
  'PoolCapacity',
  'what pools have, use and have left',
  {
    regions: arrayOf(
      objectOf<PoolCapacityReport['regions'][number]>({
        region: optional(text('Left out for pools that name none.')),
        pools: arrayOf(CAPACITY),
        total: objectOf<CapacityTotal>(TOTAL),
      }),
    ),
    total: objectOf<CapacityTotal>(TOTAL),
  },
  { field: 'regions', row: CAPACITY },
)
