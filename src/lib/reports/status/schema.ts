// SPDX-License-Identifier: Apache-2.0
import type { PhaseId } from '../../model/graph/phase.ts'
import { POOL_ROW } from '../pools/schema.ts'
import { count, flag, listSchema, objectSchema, only, optionalField, text, word } from '../schema/describe.ts'
import { report } from '../schema/envelope.ts'
import { NODE, NODE_FIELDS, UNREACHABLE_SCHEMA } from '../schema/node.ts'
import { PHASE_STATE, STATE, STATUS } from '../schema/words.ts'
import type { StatusPageReport } from './detail.ts'
import type { DetailPart, ServiceRow } from './detail-parts.ts'
import type { PhaseReport, StatusReport, StatusRow } from './report.ts'
import type { Requested } from './requested-vs-actual.ts'
import type { RootCause } from './root-cause.ts'

const PHASE_ID = word<PhaseId>('Phase P comes before the seven of OpenStack.', {
  P: 'provisioning',
  1: '',
  2: '',
  3: '',
  4: '',
  5: '',
  6: '',
  7: '',
})

const PHASE = objectSchema<PhaseReport>({
  id: PHASE_ID,
  title: text('What the phase brings.'),
  state: PHASE_STATE,
  members: listSchema(NODE, 'Those that are not well, worst first.'),
  count: count('All members, the well ones too.'),
  status: STATUS,
  waitsFor: optionalField(text('The phase it waits for.')),
  blockedBy: optionalField(text('The phase that blocks it, the same as waitsFor.')),
  copied: optionalField(only('done')),
})

const ROOT_CAUSE = objectSchema<RootCause>(
  {
    message: optionalField(text('The message of the check that found it, else that of the object.')),
    check: optionalField(text('The id of that check.')),
    since: optionalField(text('When it began, RFC 3339.')),
    sinceAge: optionalField(text('The same as a duration.')),
    phase: optionalField(PHASE_ID),
    blocks: listSchema(text('A service that it blocks.')),
  },
  'What blocker reports, since when, and what it blocks.',
)

const ROW = objectSchema<StatusRow>({
  ...NODE_FIELDS,
  region: optionalField(text('The region it runs in.')),
  phases: listSchema(PHASE),
  blocker: optionalField(NODE),
  rootCause: optionalField(ROOT_CAUSE),
  unreachable: optionalField(UNREACHABLE_SCHEMA),
})

const SERVICE = objectSchema<ServiceRow>({
  service: text('Keystone, Glance, …'),
  name: optionalField(text('The object, if there is one.')),
  state: STATE,
  reason: optionalField(text('Why it is so.')),
  release: optionalField(text('What is installed, or from what to what it is being upgraded.')),
  endpoint: optionalField(text('Where it answers.')),
  waitsFor: optionalField(
    text('Kind/namespace/name@cluster of what explains that it is not well, when that is not itself.'),
  ),
  status: STATUS,
})

const PART = objectSchema<DetailPart>({
  name: text('Ceph, K-ORC, secret sync, GitOps, hypervisors, OVN, …'),
  state: STATE,
  fine: count('Those that are well.'),
  total: count('Those that were seen, or that there should be.'),
  hidden: optionalField(only(true)),
  waitsFor: optionalField(
    text('Kind/namespace/name@cluster of what explains that they are not well, when it is none of them.'),
  ),
  status: STATUS,
})

const REQUESTED = objectSchema<Requested>({
  what: text('What was asked for.'),
  requested: text('As it was asked for.'),
  actual: text('As it is.'),
  same: optionalField(flag('Both agree; left out where nobody can tell.')),
})

export const status = report<StatusDocument>(
  'Status',
  'all OpenStack clusters, their phases and what blocks them first',
  {
    clusters: listSchema(ROW, 'Every claim, and every ControlPlane that no claim reaches.'),
    pools: listSchema(POOL_ROW),
    mayHoldMore: optionalField(
      listSchema(text('A cluster that could not be read and could hold more OpenStack clusters.')),
    ),
    keysCompared: flag('Secrets were read, so that keys were compared with their sources.'),
    copies: optionalField(
      objectSchema<NonNullable<StatusReport['copies']>>(
        {
          count: count('How many.'),
          accepted: flag('They count as read.'),
        },
        'Objects that are told from their last copies.',
      ),
    ),
    services: optionalField(listSchema(SERVICE, 'Only with NAME, like all that follows.')),
    parts: optionalField(listSchema(PART)),
    requested: optionalField(listSchema(REQUESTED)),
    claims: optionalField(
      objectSchema<NonNullable<StatusPageReport['claims']>>(
        { phase: text('Its phase.'), agrees: flag('We see it the same way.') },
        'What the claim’s own status says.',
      ),
    ),
    dialect: optionalField(text('Which form of ControlPlane it is.')),
  },
  { field: 'clusters', row: ROW },
)

/** `status` and `status NAME` share one schema; only the latter sets the optional fields. */
type StatusDocument = StatusReport & Partial<Omit<StatusPageReport, keyof StatusReport>>
