// SPDX-License-Identifier: Apache-2.0
import type { CheckOutcome } from '../../assess/check-results.ts'
import type { Category, FindingSeverity } from '../../model/check/check.ts'
import type { PrintedStep } from '../../model/check/next-step.ts'
import type { SuppressionResult } from '../../model/check/suppression.ts'
import type { ExplainReport, KindDescription } from '../explain/report.ts'
import { arrayOf, count, define, flag, objectOf, only, optional, text, word } from '../schema/describe.ts'
import { GAP_SCHEMA, report } from '../schema/envelope.ts'
import { NODE, NODE_FIELDS } from '../schema/node.ts'
import { STATE } from '../schema/words.ts'
import type { RowFinding } from '../shared/row-findings.ts'
import type { CauseReport, EvidenceReport, StepReport, WhyReport } from '../why/report.ts'
import type { CheckDescription, ChecksReport } from './list.ts'
import type { CheckReport, CheckRow, FindingReport } from './report.ts'

export const SEVERITY = define(
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
  objectOf<EvidenceReport>(
    {
      cluster: text('The cluster the object lives in.'),
      object: text('Kind namespace/name.'),
      path: text('The field.'),
      value: text('What it says; of a secret never more than a fingerprint.'),
      since: optional(text('Since when, RFC 3339, if the object says so.')),
      sinceAge: optional(text('How long ago that was.')),
    },
    'Where a fact stands.',
  ),
)

export const NEXT = define(
  'NextStep',
  objectOf<PrintedStep>({ command: text('What to type.'), why: optional(text('Why one would.')) }, 'What to do next.'),
)

/** What a check found, as it stands in the row of a view. */
export const ROW_FINDING = define(
  'RowFinding',
  objectOf<RowFinding>(
    {
      check: text('The id of the check.'),
      mode: text('The failure mode of the catalogue.'),
      severity: SEVERITY,
      message: text('What is wrong.'),
      subject: text('KIND/NAMESPACE/NAME@CLUSTER of what is wrong.'),
      follows: optional(only(true)),
      next: arrayOf(NEXT),
    },
    'What a check found about a row; follows: the row only suffers from it.',
  ),
)

const STEP = objectOf<StepReport>({
  ...NODE_FIELDS,
  via: optional(text('The field of the step before that leads here.')),
})

const CAUSE = define(
  'Cause',
  objectOf<CauseReport>({
    check: optional(text('The check that knows it; left out when only the object’s own words tell.')),
    title: optional(text('The check’s title.')),
    severity: SEVERITY,
    modes: arrayOf(text('A failure mode of the catalogue.')),
    subject: NODE,
    state: STATE,
    message: text('What is wrong with the subject.'),
    since: optional(text('Since when, RFC 3339.')),
    sinceAge: optional(text('How long ago that was.')),
    evidence: arrayOf(EVIDENCE),
    path: arrayOf(STEP, 'From the object asked about to the subject.'),
    consequences: arrayOf(NODE, 'What else is not well because of it.'),
    fix: optional(text('What to do about it.')),
    next: arrayOf(NEXT),
  }),
)

export const why = report<WhyReport>('Why', 'why one object is as it is', {
  subject: NODE,
  evidence: arrayOf(EVIDENCE, 'What the object itself says.'),
  causes: arrayOf(CAUSE, 'What explains most first.'),
  beside: arrayOf(CAUSE, 'Found on what it stands on, without reaching it.'),
  unseen: arrayOf(GAP_SCHEMA, 'What could not be read and might change the answer.'),
})

const FINDING = define(
  'Finding',
  objectOf<FindingReport>({
    check: text('The id of the check.'),
    mode: text('The failure mode of the catalogue.'),
    category: CATEGORY,
    severity: SEVERITY,
    title: text('The check’s title.'),
    subject: NODE,
    message: text('What is wrong with the subject.'),
    evidence: arrayOf(EVIDENCE),
    fix: text('What to do about it.'),
    next: arrayOf(NEXT),
    consequences: arrayOf(NODE, 'What else is not well because of it.'),
    explains: arrayOf(
      objectOf<FindingReport['explains'][number]>({
        check: text('The id of the check.'),
        mode: text('The failure mode of the catalogue.'),
        subject: NODE,
      }),
      'Findings that only follow from this one.',
    ),
    suppressed: optional(text('Why it does not count: somebody suppressed it.')),
    known: optional(only(true)),
  }),
)

const SUPPRESSION = objectOf<SuppressionResult>({
  check: text('The id of the check.'),
  object: optional(text('KIND/NAME; left out for all it finds.')),
  until: optional(text('The last day it holds.')),
  reason: optional(text('Why.')),
  origin: text('Where it was written.'),
  state: word<SuppressionResult['state']>('What became of it.', {
    used: 'it hides a finding',
    unused: 'it hides nothing',
    expired: 'its day is over, it hides nothing',
  }),
})

const DESCRIPTION = define(
  'CheckDescription',
  objectOf<CheckDescription>({
    id: text('The id of the check.'),
    category: CATEGORY,
    severity: SEVERITY,
    title: text('What is wrong when it finds something.'),
    why: text('What it means.'),
    fix: text('What to do about it.'),
    byHand: arrayOf(text('How to see it by hand.')),
    modes: arrayOf(text('A failure mode it covers.')),
    inputs: arrayOf(text('A kind it reads.')),
  }),
)

export const checks = report<ChecksReport>(
  'Checks',
  'the checks there are',
  { checks: arrayOf(DESCRIPTION) },
  { field: 'checks', row: DESCRIPTION },
)

export const explain = report<ExplainReport>('Explain', 'what a check, a failure mode, a kind or a reason means', {
  topic: objectOf<ExplainReport['topic']>({
    type: word<ExplainReport['topic']['type']>('What the word is.', { check: '', mode: '', kind: '', reason: '' }),
    name: text('Its name, spelt right.'),
  }),
  meaning: optional(text('Of a reason that is ours: what it means.')),
  kinds: arrayOf(
    objectOf<KindDescription>({
      name: text('Kind.group'),
      apiVersions: arrayOf(text('A version it is read in, the first one served.')),
      resource: text('What kubectl get takes.'),
      namespaced: flag('It lives in namespaces.'),
      clusters: arrayOf(text('A role of clusters it is looked for in.')),
      onDemand: flag('Only some commands read it.'),
    }),
  ),
  checks: arrayOf(DESCRIPTION),
})

const CHECK_ROW = objectOf<CheckRow>({
  id: text('The id of the check.'),
  category: CATEGORY,
  severity: SEVERITY,
  title: text('What is wrong when it finds something.'),
  outcome: OUTCOME,
  findings: count('How many causes it found.'),
  hidden: arrayOf(text('Why it could not be decided.')),
})

export const check = report<CheckReport>(
  'Check',
  'what is wrong, causes only, and what each check came to',
  {
    findings: arrayOf(FINDING, 'known: the baseline has it already, it does not count.'),
    checks: arrayOf(CHECK_ROW),
    failOn: SEVERITY,
    suppressions: arrayOf(SUPPRESSION),
  },
  { field: 'findings', row: FINDING },
)
