// SPDX-License-Identifier: Apache-2.0

import { count, flag, listSchema, number, objectSchema, optionalField, text, word } from '../schema/describe.ts'
import { report } from '../schema/envelope.ts'
import { NODE } from '../schema/node.ts'
import { STATE } from '../schema/words.ts'
import type { ImpactSubject, PoolImpactReport } from './impact.ts'
import type { ImpactEffect, ImpactOutcome, ServiceImpact, TenantImpact } from './impact-model.ts'
import type { Monitor, MonitorQuorum } from './monitors.ts'
import type { PoolPart } from './parts.ts'
import { POOL_TYPE } from './pool-schema.ts'
import type { QuorumAfter } from './quorum-after.ts'
import { POOL_ROW } from './schema.ts'
import type { PoolReport } from './show.ts'
import type { PoolTenancy, RbdPool } from './tenancy.ts'

const PART = objectSchema<PoolPart>({
  name: text('Claim, Shoot, nodes, agents, …'),
  kind: text('Their kind.'),
  state: STATE,
  fine: count('Those that are well.'),
  total: count('Those that are known; with hidden there may be more.'),
  hidden: optionalField(text('Why they are not all known.')),
  cluster: text('Where they live.'),
  object: optionalField(text('Namespace/name of the one there is.')),
  detail: optionalField(text('What is worth knowing of them besides.')),
  problems: listSchema(NODE),
})

const QUORUM = objectSchema<MonitorQuorum>({
  total: optionalField(count('All monitors.')),
  up: optionalField(count('Monitors that agree.')),
  needed: optionalField(count('How many must.')),
  tolerates: optionalField(number('How many more may be lost; below 0 there is no quorum.')),
  monitors: listSchema(
    objectSchema<Monitor>({
      id: text('Its name in Ceph.'),
      state: STATE,
      node: optionalField(text('The machine it is bound to.')),
      arbiter: flag('It runs in another cluster, to break a tie.'),
    }),
  ),
  unavailable: optionalField(text('What of this is not known, and why.')),
})

const RBD_POOL = objectSchema<RbdPool>({
  name: text('Its name.'),
  state: STATE,
  deviceClass: optionalField(text('ssd, hdd, nvme, …')),
  copies: optionalField(count('How many copies it keeps.')),
  failureDomain: optionalField(text('What may fail at once.')),
  quota: optionalField(text('The largest it may become; left out: as large as Ceph has room.')),
  mirrored: flag('There is a copy in another Ceph cluster.'),
  usedBy: listSchema(text('A service that keeps something there.')),
})

const HEAD = {
  kind: text('OpenStackCluster or ControlPlane.'),
  namespace: optionalField(text('Its namespace.')),
  name: text('Its name.'),
  state: STATE,
}

const TENANCY = objectSchema<PoolTenancy>({
  ...HEAD,
  aggregates: optionalField(
    listSchema(
      objectSchema<NonNullable<PoolTenancy['aggregates']>[number]>({
        name: text('A host aggregate that bears the tenant’s name.'),
        hypervisors: count('How many hypervisors are in it.'),
      }),
    ),
  ),
  zones: optionalField(listSchema(text('An availability zone of those hypervisors.'))),
  rbdPools: optionalField(listSchema(RBD_POOL)),
  clients: optionalField(
    listSchema(
      objectSchema<NonNullable<PoolTenancy['clients']>[number]>({
        name: text('A Ceph client.'),
        state: STATE,
        everyPool: flag('Its capabilities reach every pool.'),
      }),
    ),
  ),
  notes: listSchema(text('What does not keep it apart.')),
})

export const pool = report<PoolReport>('Pool', 'one pool from its claim to its agents', {
  pool: POOL_ROW,
  parts: listSchema(PART),
  quorum: optionalField(QUORUM),
  tenants: listSchema(TENANCY),
})

const EFFECT = word<ImpactEffect>('What happens to it.', {
  nothing: 'it does not notice',
  reduced: 'it goes on with less',
  stops: 'it does not work any more',
  unknown: 'it cannot be said',
})

const OUTCOME = objectSchema<ImpactOutcome>({ effect: EFFECT, why: text('In words.') })

const TENANT = objectSchema<TenantImpact>({
  ...HEAD,
  drained: OUTCOME,
  lost: OUTCOME,
  services: listSchema(
    objectSchema<ServiceImpact>({
      service: text('Nova, Cinder, …'),
      effect: EFFECT,
      of: optionalField(listSchema(text('What of it: a Nova cell, an RBD pool.'))),
    }),
  ),
  otherPools: listSchema(text('Another pool of the same type that it uses.')),
  instances: optionalField(count('Instances that run there; left out where the API does not say whose they are.')),
  notReplicated: listSchema(text('An RBD pool there whose data is in no other pool.')),
})

export const poolImpact = report<PoolImpactReport>('PoolImpact', 'what stops for whom if a pool or a node is lost', {
  subject: objectSchema<ImpactSubject>({
    kind: word<ImpactSubject['kind']>('What is lost.', { pool: '', node: '' }),
    name: text('Its name.'),
    pool: text('The pool.'),
    type: POOL_TYPE,
    region: optionalField(text('Its region.')),
    cluster: optionalField(text('Its cluster.')),
    state: STATE,
  }),
  load: objectSchema<PoolImpactReport['load']>(
    {
      nodes: optionalField(count('Machines.')),
      instances: optionalField(count('Instances.')),
      vcpus: optionalField(number('Virtual CPUs in use.')),
      memoryBytes: optionalField(number('Memory in use.')),
      cephBytes: optionalField(number('Bytes in use, all copies counted.')),
    },
    'What runs there now; left out where nobody says.',
  ),
  tenants: listSchema(TENANT),
  quorum: optionalField(
    objectSchema<QuorumAfter>({
      total: count('All monitors.'),
      needed: count('How many must agree.'),
      before: count('How many agree now.'),
      after: count('How many would be left.'),
      kept: flag('Enough would be left.'),
      assumed: optionalField(text('Set when nobody says which machine a monitor runs on: then the worst is assumed.')),
    }),
  ),
  notes: listSchema(text('What cannot be said, and why.')),
})
