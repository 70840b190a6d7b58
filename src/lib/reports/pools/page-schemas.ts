// SPDX-License-Identifier: Apache-2.0

import { arrayOf, count, flag, number, objectOf, optional, text, word } from '../schema/describe.ts'
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

const PART = objectOf<PoolPart>({
  name: text('Claim, Shoot, nodes, agents, …'),
  kind: text('Their kind.'),
  state: STATE,
  fine: count('Those that are well.'),
  total: count('Those that are known; with hidden there may be more.'),
  hidden: optional(text('Why they are not all known.')),
  cluster: text('Where they live.'),
  object: optional(text('Namespace/name of the one there is.')),
  detail: optional(text('What is worth knowing of them besides.')),
  problems: arrayOf(NODE),
})

const QUORUM = objectOf<MonitorQuorum>({
  total: optional(count('All monitors.')),
  up: optional(count('Monitors that agree.')),
  needed: optional(count('How many must.')),
  tolerates: optional(number('How many more may be lost; below 0 there is no quorum.')),
  monitors: arrayOf(
    objectOf<Monitor>({
      id: text('Its name in Ceph.'),
      state: STATE,
      node: optional(text('The machine it is bound to.')),
      arbiter: flag('It runs in another cluster, to break a tie.'),
    }),
  ),
  unavailable: optional(text('What of this is not known, and why.')),
})

const RBD_POOL = objectOf<RbdPool>({
  name: text('Its name.'),
  state: STATE,
  deviceClass: optional(text('ssd, hdd, nvme, …')),
  copies: optional(count('How many copies it keeps.')),
  failureDomain: optional(text('What may fail at once.')),
  quota: optional(text('The largest it may become; left out: as large as Ceph has room.')),
  mirrored: flag('There is a copy in another Ceph cluster.'),
  usedBy: arrayOf(text('A service that keeps something there.')),
})

const HEAD = {
  kind: text('OpenStackCluster or ControlPlane.'),
  namespace: optional(text('Its namespace.')),
  name: text('Its name.'),
  state: STATE,
}

const TENANCY = objectOf<PoolTenancy>({
  ...HEAD,
  aggregates: optional(
    arrayOf(
      objectOf<NonNullable<PoolTenancy['aggregates']>[number]>({
        name: text('A host aggregate that bears the tenant’s name.'),
        hypervisors: count('How many hypervisors are in it.'),
      }),
    ),
  ),
  zones: optional(arrayOf(text('An availability zone of those hypervisors.'))),
  rbdPools: optional(arrayOf(RBD_POOL)),
  clients: optional(
    arrayOf(
      objectOf<NonNullable<PoolTenancy['clients']>[number]>({
        name: text('A Ceph client.'),
        state: STATE,
        everyPool: flag('Its capabilities reach every pool.'),
      }),
    ),
  ),
  notes: arrayOf(text('What does not keep it apart.')),
})

export const pool = report<PoolReport>('Pool', 'one pool from its claim to its agents', {
  pool: POOL_ROW,
  parts: arrayOf(PART),
  quorum: optional(QUORUM),
  tenants: arrayOf(TENANCY),
})

const EFFECT = word<ImpactEffect>('What happens to it.', {
  nothing: 'it does not notice',
  reduced: 'it goes on with less',
  stops: 'it does not work any more',
  unknown: 'it cannot be said',
})

const OUTCOME = objectOf<ImpactOutcome>({ effect: EFFECT, why: text('In words.') })

const TENANT = objectOf<TenantImpact>({
  ...HEAD,
  drained: OUTCOME,
  lost: OUTCOME,
  services: arrayOf(
    objectOf<ServiceImpact>({
      service: text('Nova, Cinder, …'),
      effect: EFFECT,
      of: optional(arrayOf(text('What of it: a Nova cell, an RBD pool.'))),
    }),
  ),
  otherPools: arrayOf(text('Another pool of the same type that it uses.')),
  instances: optional(count('Instances that run there; left out where the API does not say whose they are.')),
  notReplicated: arrayOf(text('An RBD pool there whose data is in no other pool.')),
})

export const poolImpact = report<PoolImpactReport>('PoolImpact', 'what stops for whom if a pool or a node is lost', {
  subject: objectOf<ImpactSubject>({
    kind: word<ImpactSubject['kind']>('What is lost.', { pool: '', node: '' }),
    name: text('Its name.'),
    pool: text('The pool.'),
    type: POOL_TYPE,
    region: optional(text('Its region.')),
    cluster: optional(text('Its cluster.')),
    state: STATE,
  }),
  load: objectOf<PoolImpactReport['load']>(
    {
      nodes: optional(count('Machines.')),
      instances: optional(count('Instances.')),
      vcpus: optional(number('Virtual CPUs in use.')),
      memoryBytes: optional(number('Memory in use.')),
      cephBytes: optional(number('Bytes in use, all copies counted.')),
    },
    'What runs there now; left out where nobody says.',
  ),
  tenants: arrayOf(TENANT),
  quorum: optional(
    objectOf<QuorumAfter>({
      total: count('All monitors.'),
      needed: count('How many must agree.'),
      before: count('How many agree now.'),
      after: count('How many would be left.'),
      kept: flag('Enough would be left.'),
      assumed: optional(text('Set when nobody says which machine a monitor runs on: then the worst is assumed.')),
    }),
  ),
  notes: arrayOf(text('What cannot be said, and why.')),
})
