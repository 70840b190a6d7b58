// SPDX-License-Identifier: Apache-2.0
import type { PhaseId } from '../../model/graph/phase.ts'
import { POOL } from '../pools/pool-schema.ts'
import { arrayOf, count, flag, objectOf, only, optional, text, word } from '../schema/describe.ts'
import { report } from '../schema/envelope.ts'
import { NODE, NODE_FIELDS } from '../schema/node.ts'
import { PHASE_STATE, STATE } from '../schema/words.ts'
import type { StatusPageReport } from './detail.ts'
import type { DetailPart, ServiceRow } from './detail-parts.ts'
import type { PhaseReport, StatusReport, StatusRow } from './report.ts'
import type { Requested } from './requested-vs-actual.ts'

/** status, and status NAME, which adds what only one page has. */
type StatusDocument = StatusReport & Partial<Omit<StatusPageReport, keyof StatusReport>>

const PHASE = objectOf<PhaseReport>({
  id: word<PhaseId>('Phase P comes before the seven of OpenStack.', {
    P: 'provisioning',
    1: '',
    2: '',
    3: '',
    4: '',
    5: '',
    6: '',
    7: '',
  }),
  title: text('What the phase brings.'),
  state: PHASE_STATE,
  members: arrayOf(NODE, 'Those that are not well, worst first.'),
  count: count('All members, the well ones too.'),
  waitsFor: optional(text('The phase it waits for.')),
  copied: optional(only('done')),
})

const ROW = objectOf<StatusRow>({
  ...NODE_FIELDS,
  region: optional(text('The region it runs in.')),
  phases: arrayOf(PHASE),
  blocker: optional(NODE),
})

const SERVICE = objectOf<ServiceRow>({
  service: text('Keystone, Glance, …'),
  name: optional(text('The object, if there is one.')),
  state: STATE,
  reason: optional(text('Why it is so.')),
  release: optional(text('What is installed, or from what to what it is being upgraded.')),
  endpoint: optional(text('Where it answers.')),
  waitsFor: optional(
    text('Kind/namespace/name@cluster of what explains that it is not well, when that is not itself.'),
  ),
})

const PART = objectOf<DetailPart>({
  name: text('Ceph, K-ORC, secret sync, GitOps, hypervisors, OVN, …'),
  state: STATE,
  fine: count('Those that are well.'),
  total: count('Those that were seen, or that there should be.'),
  hidden: optional(only(true)),
  waitsFor: optional(
    text('Kind/namespace/name@cluster of what explains that they are not well, when it is none of them.'),
  ),
})

const REQUESTED = objectOf<Requested>({
  what: text('What was asked for.'),
  requested: text('As it was asked for.'),
  actual: text('As it is.'),
  same: optional(flag('Both agree; left out where nobody can tell.')),
})

export const status = report<StatusDocument>(
  'Status',
  'all OpenStack clusters, their phases and what blocks them first',
  {
    clusters: arrayOf(ROW, 'Every claim, and every ControlPlane that no claim reaches.'),
    pools: arrayOf(POOL),
    copies: optional(
      objectOf<NonNullable<StatusReport['copies']>>(
        {
          count: count('How many.'),
          accepted: flag('They count as read.'),
        },
        'Objects that are told from their last copies.',
      ),
    ),
    services: optional(arrayOf(SERVICE, 'Only with NAME, like all that follows.')),
    parts: optional(arrayOf(PART)),
    requested: optional(arrayOf(REQUESTED)),
    claims: optional(
      objectOf<NonNullable<StatusPageReport['claims']>>(
        { phase: text('Its phase.'), agrees: flag('We see it the same way.') },
        'What the claim’s own status says.',
      ),
    ),
    dialect: optional(text('Which form of ControlPlane it is.')),
  },
  { field: 'clusters', row: ROW },
)
