// SPDX-License-Identifier: Apache-2.0
import type { Outcome } from '../../assess/check-results.ts'
import type { Category, FindingSeverity } from '../../model/check.ts'
import type { NextStep } from '../../model/next-step.ts'
import type { CheckReport, CheckRow, FindingReport } from '../check.ts'
import type { CauseReport, EvidenceReport, StepReport, WhyReport } from '../why.ts'
import { count, define, list, object, optional, text, word } from './describe.ts'
import { GAP, report } from './envelope.ts'
import { NODE, NODE_FIELDS } from './node.ts'
import { STATE } from './words.ts'

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
    identity: '',
    secrets: '',
    tempest: '',
  }),
)

const OUTCOME = define(
  'Outcome',
  word<Outcome>('What a check came to.', {
    ok: 'all it looks at was read and nothing is wrong',
    found: 'something is wrong',
    unknown: 'part of what it looks at could not be read',
    'not applicable': 'what it is about is not installed',
  }),
)

const EVIDENCE = define(
  'Evidence',
  object<EvidenceReport>(
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

const NEXT = define(
  'NextStep',
  object<NextStep>({ command: text('What to type.'), why: optional(text('Why one would.')) }, 'What to do next.'),
)

const STEP = object<StepReport>({
  ...NODE_FIELDS,
  via: optional(text('The field of the step before that leads here.')),
})

const CAUSE = define(
  'Cause',
  object<CauseReport>({
    check: optional(text('The check that knows it; left out when only the object’s own words tell.')),
    title: optional(text('The check’s title.')),
    severity: SEVERITY,
    modes: list(text('A failure mode of the catalogue.')),
    subject: NODE,
    state: STATE,
    message: text('What is wrong with the subject.'),
    since: optional(text('Since when, RFC 3339.')),
    sinceAge: optional(text('How long ago that was.')),
    evidence: list(EVIDENCE),
    path: list(STEP, 'From the object asked about to the subject.'),
    consequences: list(NODE, 'What else is not well because of it.'),
    fix: optional(text('What to do about it.')),
    next: list(NEXT),
  }),
)

export const why = report<WhyReport>('Why', 'why one object is as it is', {
  subject: NODE,
  evidence: list(EVIDENCE, 'What the object itself says.'),
  causes: list(CAUSE, 'What explains most first.'),
  beside: list(CAUSE, 'Found on what it stands on, without reaching it.'),
  unseen: list(GAP, 'What could not be read and might change the answer.'),
})

const FINDING = define(
  'Finding',
  object<FindingReport>({
    check: text('The id of the check.'),
    mode: text('The failure mode of the catalogue.'),
    category: CATEGORY,
    severity: SEVERITY,
    title: text('The check’s title.'),
    subject: NODE,
    message: text('What is wrong with the subject.'),
    evidence: list(EVIDENCE),
    fix: text('What to do about it.'),
    next: list(NEXT),
    consequences: list(NODE, 'What else is not well because of it.'),
    explains: list(
      object<FindingReport['explains'][number]>({
        check: text('The id of the check.'),
        mode: text('The failure mode of the catalogue.'),
        subject: NODE,
      }),
      'Findings that only follow from this one.',
    ),
  }),
)

const CHECK_ROW = object<CheckRow>({
  id: text('The id of the check.'),
  category: CATEGORY,
  severity: SEVERITY,
  title: text('What is wrong when it finds something.'),
  outcome: OUTCOME,
  findings: count('How many causes it found.'),
  hidden: list(text('Why it could not be decided.')),
})

export const check = report<CheckReport>(
  'Check',
  'what is wrong, causes only, and what each check came to',
  { findings: list(FINDING), checks: list(CHECK_ROW) },
  { field: 'findings', row: FINDING },
)
