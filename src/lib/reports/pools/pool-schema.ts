// SPDX-License-Identifier: Apache-2.0

import { arrayOf, count, type Fields, objectOf, optional, text, word } from '../schema/describe.ts'
import { STATE } from '../schema/words.ts'
import type { PoolFacts, PoolNodes } from './facts.ts'
import type { PoolType } from './sites.ts'

export const POOL_TYPE = word<PoolType>('What the pool is for.', { 'control-plane': '', hypervisor: '', storage: '' })

export const POOL_FIELDS: Fields<PoolFacts> = {
  name: text('The pool’s name.'),
  type: POOL_TYPE,
  region: optional(text('Its region.')),
  cluster: optional(text('Its own cluster, if it is among those known.')),
  state: STATE,
  reason: optional(text('Why it is in that state, if it says so itself.')),
  nodes: objectOf<PoolNodes>({
    ready: count('Nodes that are ready.'),
    seen: count('Nodes that were seen.'),
    expected: optional(count('Nodes that were asked for.')),
    maintenance: optional(count('Ready, but somebody takes them out of service.')),
    hidden: optional(text('Why they are not all known.')),
  }),
  ceph: optional(
    objectOf<NonNullable<PoolFacts['ceph']>>({
      health: optional(text('HEALTH_OK, HEALTH_WARN or HEALTH_ERR.')),
      capacity: optional(
        objectOf<NonNullable<NonNullable<PoolFacts['ceph']>['capacity']>>({
          totalBytes: count('All copies counted.'),
          usedBytes: count('All copies counted.'),
        }),
      ),
    }),
  ),
  tenants: arrayOf(text('An OpenStack cluster that uses it.')),
}

export const POOL = objectOf<PoolFacts>(POOL_FIELDS)
