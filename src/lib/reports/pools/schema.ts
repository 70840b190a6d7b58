// SPDX-License-Identifier: Apache-2.0

import {
  count,
  type Fields,
  flag,
  listSchema,
  number,
  objectSchema,
  optionalField,
  text,
  word,
} from '../schema/describe.ts'
import { report } from '../schema/envelope.ts'
import { NODE } from '../schema/node.ts'
import { STATE } from '../schema/words.ts'
import type { Amount, PoolAmounts } from './amounts.ts'
import type { CapacityTotal, PoolCapacity, PoolCapacityReport, Quotas } from './capacity.ts'
import type { PoolIsolation, TenantStrategy } from './isolation.ts'
import { POOL_FIELDS, POOL_TYPE } from './pool-schema.ts'
import type { PoolRow, PoolsReport, PoolTenant } from './report.ts'

const AMOUNT: Fields<Amount> = {
  total: optionalField(number('What there is.')),
  used: optionalField(number('What of it is used.')),
  free: optionalField(number('What can still be given away: not what is free on machines that are out of service.')),
  unavailable: optionalField(text('What of this is not known, and why.')),
}

const TOTAL: Fields<CapacityTotal> = {
  vcpus: optionalField(objectSchema<Amount>(AMOUNT)),
  memoryBytes: optionalField(objectSchema<Amount>(AMOUNT)),
  cephBytes: optionalField(
    objectSchema<NonNullable<PoolAmounts['cephBytes']>>(
      {
        ...AMOUNT,
        copies: optionalField(count('How many copies are kept.')),
        lastUpdated: optionalField(text('When Ceph counted, RFC 3339.')),
      },
      'All copies counted, as Ceph counts.',
    ),
  ),
}

const AMOUNTS = objectSchema<PoolAmounts>({
  ...TOTAL,
  instances: optionalField(count('Instances that run there.')),
  outOfService: optionalField(count('Hypervisors that take no new instances.')),
})

const ISOLATION = objectSchema<PoolIsolation>({
  strategy: word<PoolIsolation['strategy']>('How tenants share it.', {
    shared: 'two or more use it',
    dedicated: 'one uses it, or it is labelled so',
    unused: 'nobody does',
    unknown: 'nobody can tell',
  }),
  labelled: flag('Its labels ask for one tenant only.'),
  kept: optionalField(flag('Left out where nothing is promised, or where nobody can tell.')),
  reasons: listSchema(text('Why it is not kept, or why nobody can tell.')),
})

export const POOL_ROW = objectSchema<PoolRow>({
  ...POOL_FIELDS,
  tier: optionalField(text('Device class or tier.')),
  amounts: AMOUNTS,
  isolation: ISOLATION,
  blocker: optionalField(NODE),
})

const TENANT = objectSchema<PoolTenant>({
  kind: text('OpenStackCluster or ControlPlane.'),
  namespace: optionalField(text('Its namespace.')),
  name: text('Its name.'),
  region: optionalField(text('Its region.')),
  state: STATE,
  controlPlanes: listSchema(text('A control plane it uses.')),
  hypervisorPools: listSchema(text('A hypervisor pool it uses.')),
  storagePools: listSchema(text('A storage pool it uses.')),
  strategies: listSchema(
    word<TenantStrategy>('How it is kept apart.', {
      shared: 'it shares its pools',
      dedicated: 'its pools are its own',
      hybrid: 'both',
      tiered: 'its pools differ in device class or tier',
    }),
  ),
  kept: optionalField(flag('False when a pool that is labelled for one tenant has others too.')),
})

export const pools = report<PoolsReport>(
  'Pools',
  'pools by region: nodes, capacity, who shares them and whether isolation is kept',
  {
    regions: listSchema(
      objectSchema<PoolsReport['regions'][number]>({
        region: optionalField(text('Left out for pools that name none.')),
        pools: listSchema(POOL_ROW),
      }),
    ),
    tenants: listSchema(TENANT),
  },
  { field: 'regions', row: POOL_ROW },
)

const CAPACITY = objectSchema<PoolCapacity>({
  name: text('The pool’s name.'),
  type: POOL_TYPE,
  region: optionalField(text('Its region.')),
  tier: optionalField(text('Device class or tier.')),
  state: STATE,
  amounts: AMOUNTS,
  quotas: optionalField(
    objectSchema<Quotas>({
      bytes: number('The sum of all quotas, without copies.'),
      rawBytes: optionalField(number('The same with all copies; left out when one does not say how many it keeps.')),
      limited: count('RBD pools with a quota.'),
      unlimited: count('RBD pools without one.'),
    }),
  ),
})

export const poolCapacity = report<PoolCapacityReport>(
  'PoolCapacity',
  'what pools have, use and have left',
  {
    regions: listSchema(
      objectSchema<PoolCapacityReport['regions'][number]>({
        region: optionalField(text('Left out for pools that name none.')),
        pools: listSchema(CAPACITY),
        total: objectSchema<CapacityTotal>(TOTAL),
      }),
    ),
    total: objectSchema<CapacityTotal>(TOTAL),
  },
  { field: 'regions', row: CAPACITY },
)
