// SPDX-License-Identifier: Apache-2.0

import { count, type Fields, listSchema, objectSchema, optionalField, text, word } from '../schema/describe.ts'
import { STATE } from '../schema/words.ts'
import type { PoolFacts, PoolNodes } from './facts.ts'
import type { PoolType } from './sites.ts'

export const POOL_TYPE = word<PoolType>('What the pool is for.', { 'control-plane': '', hypervisor: '', storage: '' })

export const POOL_FIELDS: Fields<PoolFacts> = {
  name: text('The pool’s name.'),
  type: POOL_TYPE,
  region: optionalField(text('Its region.')),
  cluster: optionalField(text('Its own cluster, if it is among those known.')),
  state: STATE,
  reason: optionalField(text('Why it is in that state, if it says so itself.')),
  nodes: objectSchema<PoolNodes>({
    ready: count('Nodes that are ready.'),
    seen: count('Nodes that were seen.'),
    expected: optionalField(count('Nodes that were asked for.')),
    maintenance: optionalField(count('Ready, but somebody takes them out of service.')),
    hidden: optionalField(text('Why they are not all known.')),
  }),
  ceph: optionalField(
    objectSchema<NonNullable<PoolFacts['ceph']>>({
      health: optionalField(text('HEALTH_OK, HEALTH_WARN or HEALTH_ERR.')),
      capacity: optionalField(
        objectSchema<NonNullable<NonNullable<PoolFacts['ceph']>['capacity']>>({
          totalBytes: count('All copies counted.'),
          usedBytes: count('All copies counted.'),
        }),
      ),
    }),
  ),
  tenants: listSchema(text('An OpenStack cluster that uses it.')),
}
