// SPDX-License-Identifier: Apache-2.0

import { count, flag, list, number, object, optional, text, word } from '../schema/describe.ts'
import { report } from '../schema/envelope.ts'
import { NODE } from '../schema/node.ts'
import { STATE } from '../schema/words.ts'
import type { ImpactSubject, PoolImpactReport } from './impact.ts'
import type { Effect, Outcome, ServiceImpact, TenantImpact } from './impact-model.ts'
import type { Monitor, Quorum } from './monitors.ts'
import type { PoolPart } from './parts.ts'
import { POOL_TYPE } from './pool-schema.ts'
import type { QuorumAfter } from './quorum-after.ts'
import { POOL_ROW } from './schema.ts'
import type { PoolReport } from './show.ts'
import type { PoolTenancy, RbdPool } from './tenancy.ts'

const PART = object<PoolPart>({
  name: text('Claim, Shoot, nodes, agents, …'),
  kind: text('Their kind.'),
  state: STATE,
  fine: count('Those that are well.'),
  total: count('Those that are known; with hidden there may be more.'),
  hidden: optional(text('Why they are not all known.')),
  cluster: text('Where they live.'),
  object: optional(text('Namespace/name of the one there is.')),
  detail: optional(text('What is worth knowing of them besides.')),
  problems: list(NODE),
})

const QUORUM = object<Quorum>({
  total: optional(count('All monitors.')),
  up: optional(count('Monitors that agree.')),
  needed: optional(count('How many must.')),
  tolerates: optional(number('How many more may be lost; below 0 there is no quorum.')),
  monitors: list(
    object<Monitor>({
      id: text('Its name in Ceph.'),
      state: STATE,
      node: optional(text('The machine it is bound to.')),
      arbiter: flag('It runs in another cluster, to break a tie.'),
    }),
  ),
  unavailable: optional(text('What of this is not known, and why.')),
})

const RBD_POOL = object<RbdPool>({
  name: text('Its name.'),
  state: STATE,
  deviceClass: optional(text('ssd, hdd, nvme, …')),
  copies: optional(count('How many copies it keeps.')),
  failureDomain: optional(text('What may fail at once.')),
  quota: optional(text('The largest it may become; left out: as large as Ceph has room.')),
  mirrored: flag('There is a copy in another Ceph cluster.'),
  usedBy: list(text('A service that keeps something there.')),
})

const HEAD = {
  kind: text('OpenStackCluster or ControlPlane.'),
  namespace: optional(text('Its namespace.')),
  name: text('Its name.'),
  state: STATE,
}

const TENANCY = object<PoolTenancy>({
  ...HEAD,
  aggregates: optional(
    list(
      object<NonNullable<PoolTenancy['aggregates']>[number]>({
        name: text('A host aggregate that bears the tenant’s name.'),
        hypervisors: count('How many hypervisors are in it.'),
      }),
    ),
  ),
  zones: optional(list(text('An availability zone of those hypervisors.'))),
  rbdPools: optional(list(RBD_POOL)),
  clients: optional(
    list(
      object<NonNullable<PoolTenancy['clients']>[number]>({
        name: text('A Ceph client.'),
        state: STATE,
        everyPool: flag('Its capabilities reach every pool.'),
      }),
    ),
  ),
  notes: list(text('What does not keep it apart.')),
})

export const pool = report<PoolReport>('Pool', 'one pool from its claim to its agents', {
  pool: POOL_ROW,
  parts: list(PART),
  quorum: optional(QUORUM),
  tenants: list(TENANCY),
})

const EFFECT = word<Effect>('What happens to it.', {
  nothing: 'it does not notice',
  reduced: 'it goes on with less',
  stops: 'it does not work any more',
  unknown: 'it cannot be said',
})

const OUTCOME = object<Outcome>({ effect: EFFECT, why: text('In words.') })

const TENANT = object<TenantImpact>({
  ...HEAD,
  drained: OUTCOME,
  lost: OUTCOME,
  services: list(
    object<ServiceImpact>({
      service: text('Nova, Cinder, …'),
      effect: EFFECT,
      of: optional(list(text('What of it: a Nova cell, an RBD pool.'))),
    }),
  ),
  otherPools: list(text('Another pool of the same type that it uses.')),
  instances: optional(count('Instances that run there; left out where the API does not say whose they are.')),
  notReplicated: list(text('An RBD pool there whose data is in no other pool.')),
})

export const poolImpact = report<PoolImpactReport>('PoolImpact', 'what stops for whom if a pool or a node is lost', {
  subject: object<ImpactSubject>({
    kind: word<ImpactSubject['kind']>('What is lost.', { pool: '', node: '' }),
    name: text('Its name.'),
    pool: text('The pool.'),
    type: POOL_TYPE,
    region: optional(text('Its region.')),
    cluster: optional(text('Its cluster.')),
    state: STATE,
  }),
  load: object<PoolImpactReport['load']>(
    {
      nodes: optional(count('Machines.')),
      instances: optional(count('Instances.')),
      vcpus: optional(number('Virtual CPUs in use.')),
      memoryBytes: optional(number('Memory in use.')),
      cephBytes: optional(number('Bytes in use, all copies counted.')),
    },
    'What runs there now; left out where nobody says.',
  ),
  tenants: list(TENANT),
  quorum: optional(
    object<QuorumAfter>({
      total: count('All monitors.'),
      needed: count('How many must agree.'),
      before: count('How many agree now.'),
      after: count('How many would be left.'),
      kept: flag('Enough would be left.'),
      assumed: optional(text('Set when nobody says which machine a monitor runs on: then the worst is assumed.')),
    }),
  ),
  notes: list(text('What cannot be said, and why.')),
})
