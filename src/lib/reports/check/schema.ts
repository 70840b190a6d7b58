// SPDX-License-Identifier: Apache-2.0
import type { CheckOutcome } from '../../assess/check-results.ts'
import type { Category, FindingEffect, FindingSeverity } from '../../model/check/check.ts'
import type { PrintedStep } from '../../model/check/next-step.ts'
import type { SuppressionResult } from '../../model/check/suppression.ts'
import type { ExplainReport, KindDescription } from '../explain/report.ts'
import type { StateDescription } from '../explain/states.ts'
import { count, define, flag, listSchema, objectSchema, only, optionalField, text, word } from '../schema/describe.ts'
import { GAP_SCHEMA, report } from '../schema/envelope.ts'
import { NODE, NODE_FIELDS, UNREACHABLE_SCHEMA } from '../schema/node.ts'
import { STATE, STATUS } from '../schema/words.ts'
import type { RowFinding } from '../shared/row-findings.ts'
import type { CauseReport, EvidenceReport, ExplainedFinding, StepReport } from '../why/cause-report.ts'
import type { WhyFleetReport } from '../why/fleet-report.ts'
import type { LastKnown, WhyReport } from '../why/report.ts'
import type { CheckDescription, ChecksReport } from './list.ts'
import type { CheckReport, CheckRow, FindingReport } from './report.ts'

const SEVERITY = define(
  'Severity',
  word<FindingSeverity>('How bad a finding is.', {
    error: 'something does not work',
    warning: 'it will not, or not as wished',
    info: 'good to know',
  }),
)

const CATEGORY = define(
  'Category',
  word<Category>('What a check is about.', {
    crossplane: '',
    gitops: '',
    clusters: '',
    hypervisors: '',
    storage: '',
    'control-plane': '',
    workloads: '',
    identity: '',
    secrets: '',
    tempest: '',
  }),
)

export const OUTCOME = define(
  'Outcome',
  word<CheckOutcome>('What a check came to.', {
    ok: 'all it looks at was read and nothing is wrong',
    found: 'something is wrong',
    unknown: 'part of what it looks at could not be read',
    'not applicable': 'what it is about is not installed',
  }),
)

const EVIDENCE = define(
  'Evidence',
  objectSchema<EvidenceReport>(
    {
      cluster: text('The cluster the object lives in.'),
      object: text('Kind namespace/name.'),
      path: text('The field.'),
      value: text('What it says; of a secret never more than a fingerprint.'),
      since: optionalField(text('Since when, RFC 3339, if the object says so.')),
      sinceAge: optionalField(text('How long ago that was.')),
    },
    'Where a fact stands.',
  ),
)

export const NEXT = define(
  'NextStep',
  objectSchema<PrintedStep>(
    { command: text('What to type.'), why: optionalField(text('Why one would.')) },
    'What to do next.',
  ),
)

export const ROW_FINDING = define(
  'RowFinding',
  objectSchema<RowFinding>(
    {
      check: text('The id of the check.'),
      mode: text('The failure mode of the catalogue.'),
      severity: SEVERITY,
      message: text('What is wrong.'),
      subject: text('KIND/NAMESPACE/NAME@CLUSTER of what is wrong.'),
      follows: optionalField(only(true)),
      next: listSchema(NEXT),
    },
    'What a check found about a row; follows: the row only suffers from it.',
  ),
)

const STEP = objectSchema<StepReport>({
  ...NODE_FIELDS,
  via: optionalField(text('The field of the step before that leads here.')),
})

const EFFECT = define(
  'Effect',
  word<FindingEffect>('What a finding does to its subject.', {
    fails: 'it is failed',
    degrades: 'it is degraded at best',
    note: 'its state stays',
  }),
)

const EXPLAINED = define(
  'ExplainedFinding',
  objectSchema<ExplainedFinding>({
    check: text('The id of the check.'),
    mode: text('The failure mode of the catalogue.'),
    subject: NODE,
    message: text('What is wrong with the subject.'),
  }),
)

const OPENSTACK_CLUSTERS = listSchema(text('NAMESPACE/NAME'), 'The OpenStack clusters that are affected.')

const CAUSE = define(
  'Cause',
  objectSchema<CauseReport>({
    check: optionalField(text('The check that knows it; left out when only the object’s own words tell.')),
    title: optionalField(text('The check’s title.')),
    severity: SEVERITY,
    modes: listSchema(text('A failure mode of the catalogue.')),
    subject: NODE,
    state: STATE,
    effect: optionalField(EFFECT),
    kindCount: count('Objects of the subject’s kind in its cluster.'),
    message: text('What is wrong with the subject.'),
    since: optionalField(text('Since when, RFC 3339.')),
    sinceAge: optionalField(text('How long ago that was.')),
    evidence: listSchema(EVIDENCE),
    explains: listSchema(EXPLAINED, 'Findings of other checks that follow from this one.'),
    path: listSchema(STEP, 'From the object asked about to the subject.'),
    consequences: listSchema(NODE, 'Objects that are unhealthy because of it.'),
    openStackClusters: OPENSTACK_CLUSTERS,
    fix: optionalField(text('What to do about it.')),
    next: listSchema(NEXT),
    unreachable: optionalField(UNREACHABLE_SCHEMA),
  }),
)

export const why = report<WhyReport>('Why', 'why one object is as it is', {
  subject: NODE,
  evidence: listSchema(EVIDENCE, 'What the object itself says.'),
  causes: listSchema(CAUSE, 'What explains most first.'),
  beside: listSchema(CAUSE, 'Found on it and its dependencies; explains no failure.'),
  unseen: listSchema(GAP_SCHEMA, 'What could not be read and might change the answer.'),
  lastKnown: optionalField(
    objectSchema<LastKnown>(
      {
        object: text('KIND/NAMESPACE/NAME@CLUSTER'),
        ready: text('The status of its Ready condition.'),
        age: optionalField(text('Age of the newest time in the copy.')),
      },
      'The last copy that Crossplane took of an object whose cluster could not be read.',
    ),
  ),
})

export const whyFleet = report<WhyFleetReport>('WhyFleet', 'why anything in the fleet is unhealthy', {
  subjects: listSchema(NODE, 'Unhealthy OpenStack clusters and pools.'),
  openStackClusters: count('OpenStack clusters that were found.'),
  causes: listSchema(CAUSE, 'Worst first; one for each unreachable cluster.'),
  beside: listSchema(CAUSE, 'Findings that explain no failure.'),
  unseen: listSchema(GAP_SCHEMA, 'What could not be read and might change the answer.'),
})

const FINDING = define(
  'Finding',
  objectSchema<FindingReport>({
    check: text('The id of the check.'),
    mode: text('The failure mode of the catalogue.'),
    category: CATEGORY,
    severity: SEVERITY,
    title: text('The check’s title.'),
    subject: NODE,
    kindCount: count('Objects of the subject’s kind in its cluster.'),
    message: text('What is wrong with the subject.'),
    evidence: listSchema(EVIDENCE),
    fix: text('What to do about it.'),
    next: listSchema(NEXT),
    consequences: listSchema(NODE, 'What else is not well because of it.'),
    explains: listSchema(EXPLAINED, 'Findings of other checks that follow from this one.'),
    since: optionalField(text('Since when, RFC 3339.')),
    sinceAge: optionalField(text('How long ago that was.')),
    openStackClusters: OPENSTACK_CLUSTERS,
    suppressed: optionalField(text('Why it does not count: somebody suppressed it.')),
    known: optionalField(only(true)),
  }),
)

const SUPPRESSION = objectSchema<SuppressionResult>({
  check: text('The id of the check.'),
  object: optionalField(text('KIND/NAME; left out for all it finds.')),
  until: optionalField(text('The last day it holds.')),
  reason: optionalField(text('Why.')),
  origin: text('Where it was written.'),
  state: word<SuppressionResult['state']>('What became of it.', {
    used: 'it hides a finding',
    unused: 'it hides nothing',
    expired: 'its day is over, it hides nothing',
  }),
})

const DESCRIPTION = define(
  'CheckDescription',
  objectSchema<CheckDescription>({
    id: text('The id of the check.'),
    category: CATEGORY,
    severity: SEVERITY,
    title: text('What is wrong when it finds something.'),
    why: text('What it means.'),
    fix: text('What to do about it.'),
    byHand: listSchema(text('How to see it by hand.')),
    modes: listSchema(text('A failure mode it covers.')),
    inputs: listSchema(text('A kind it reads.')),
  }),
)

export const checks = report<ChecksReport>(
  'Checks',
  'the checks there are',
  { checks: listSchema(DESCRIPTION) },
  { field: 'checks', row: DESCRIPTION },
)

export const explain = report<ExplainReport>('Explain', 'what a check, a failure mode, a kind or a reason means', {
  topic: objectSchema<ExplainReport['topic']>({
    type: word<ExplainReport['topic']['type']>('What the word is.', {
      check: '',
      mode: '',
      kind: '',
      reason: '',
      states: '',
    }),
    name: text('Its name, spelt right.'),
  }),
  meaning: optionalField(text('Of a reason that is ours: what it means.')),
  kinds: listSchema(
    objectSchema<KindDescription>({
      name: text('Kind.group'),
      apiVersions: listSchema(text('A version it is read in, the first one served.')),
      resource: text('What kubectl get takes.'),
      namespaced: flag('It lives in namespaces.'),
      clusters: listSchema(text('A role of clusters it is looked for in.')),
      onDemand: flag('Only some commands read it.'),
    }),
  ),
  checks: listSchema(DESCRIPTION),
  states: optionalField(
    listSchema(
      objectSchema<StateDescription>({
        state: STATUS,
        word: text('How text output calls it.'),
        symbol: text('Its symbol in text output.'),
        meaning: text('What it means.'),
        exitCode: count('The exit code of a command whose subject is in this state.'),
      }),
    ),
  ),
})

const CHECK_ROW = objectSchema<CheckRow>({
  id: text('The id of the check.'),
  category: CATEGORY,
  severity: SEVERITY,
  title: text('What is wrong when it finds something.'),
  outcome: OUTCOME,
  findings: count('How many causes it found.'),
  hidden: listSchema(text('Why it could not be decided.')),
  notRun: optionalField(only(true)),
})

export const check = report<CheckReport>(
  'Check',
  'what is wrong, causes only, and what each check came to',
  {
    findings: listSchema(FINDING, 'known: the baseline has it already, it does not count.'),
    checks: listSchema(CHECK_ROW),
    failOn: SEVERITY,
    suppressions: listSchema(SUPPRESSION),
  },
  { field: 'findings', row: FINDING },
)
