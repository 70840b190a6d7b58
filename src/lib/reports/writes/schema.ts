// SPDX-License-Identifier: Apache-2.0

import type { Action, FieldChange, Reason, StepOutcome, Undo } from '../../model/plan/plan.ts'
import type { JournalEntry } from '../../model/report/journal.ts'
import { arrayOf, count, define, type Fields, flag, objectOf, optional, text, word } from '../schema/describe.ts'
import { report } from '../schema/envelope.ts'
import type { JournalReport } from './journal.ts'
import type { PlanReport, PlanRow } from './plan.ts'
import type { ResultRow, WriteResultReport } from './result.ts'

const ACTION = define(
  'Action',
  word<Action>('What is done with an object.', {
    create: 'it is made',
    update: 'some of its fields are written',
    refresh: 'its controller is asked to sync it again',
    none: 'it is as it should be',
    refused: 'it must not be written: see reasons',
  }),
)

const OUTCOMES: Readonly<Record<StepOutcome, string>> = {
  written: 'it was changed and read back',
  refreshed: 'its controller has synced it',
  unchanged: 'it was as it should be',
  refused: 'it was not written: see reasons',
  failed: 'something went wrong: see reasons and wrote',
  waiting: 'it was written, and its controller has not answered in time',
  skipped: 'it was not begun',
}

const OUTCOME = define('Outcome', word<StepOutcome>('What became of an object.', OUTCOMES))

const CHANGE = define(
  'Change',
  objectOf<FieldChange>({
    path: text('The field.'),
    from: optional(text('What it was; of secrets the fingerprint. Left out when there was nothing.')),
    to: optional(text('What it becomes.')),
  }),
)

const REASON = define('Reason', objectOf<Reason>({ text: text('Why.'), hint: optional(text('What to do instead.')) }))

const UNDO = define(
  'Undo',
  objectOf<Undo>({
    text: text('What the command does, or why there is none.'),
    command: optional(text('Takes it back; for a shell.')),
  }),
)

const FIELDS: Fields<PlanRow> = {
  action: ACTION,
  cluster: text('The cluster, by the name it has in completeness.clusters.'),
  kind: text('Kind of the object.'),
  namespace: optional(text('Its namespace; left out when it has none.')),
  name: text('Its name.'),
  about: text('What it is for.'),
  changes: arrayOf(CHANGE),
  reasons: arrayOf(REASON),
  notes: arrayOf(text('Something to know.')),
  losers: arrayOf(text('A field manager that loses fields by it.')),
}

const STEP = objectOf<PlanRow>(FIELDS)

const RESULT = objectOf<ResultRow>({
  ...FIELDS,
  outcome: OUTCOME,
  wrote: flag('The object was changed, though later something may have failed.'),
  undo: optional(UNDO),
})

const ENTRY = objectOf<JournalEntry>({
  at: text('When, RFC 3339.'),
  run: text('All entries of one run share it.'),
  command: text('The command.'),
  profile: optional(text('The profile that was used.')),
  user: text('The account that wrote.'),
  person: optional(text('Who used that account, where it was not the user’s own login.')),
  cluster: text('The cluster.'),
  clusterUid: text('The UID of its namespace kube-system.'),
  object: text('Kind, namespace and name.'),
  action: text('What was to be done.'),
  outcome: word<StepOutcome | 'begun'>('What became of it.', {
    ...OUTCOMES,
    begun: 'whoever wrote it was stopped before it knew the outcome',
  }),
  uid: optional(text('Of the object.')),
  resourceVersion: optional(text('Of the object after it was written.')),
  before: optional(text('Its resourceVersion before.')),
  reasons: optional(arrayOf(text('Why it was not written.'))),
  undo: optional(UNDO),
})

const NOTES = arrayOf(text('Something to know.'))

export const plan = report<PlanReport>(
  'Plan',
  'what a command would write',
  {
    command: text('The command.'),
    clusters: arrayOf(
      objectOf<PlanReport['clusters'][number]>({
        name: text('A cluster of the plan.'),
        uid: text('Which one it is.'),
        server: optional(text('Its address.')),
        origin: optional(text('Where its kubeconfig comes from.')),
        ca: optional(arrayOf(text('A trust anchor of its server.'))),
        user: optional(text('The account that writes; left out where nothing is written.')),
        person: optional(text('Who uses that account, where it is not the user’s own login.')),
      }),
    ),
    steps: arrayOf(STEP),
    notes: NOTES,
  },
  { field: 'steps', row: STEP },
)

export const writeResult = report<WriteResultReport>(
  'WriteResult',
  'what a command has written',
  {
    command: text('The command.'),
    results: arrayOf(RESULT),
    interrupted: flag('A signal ended it.'),
    notes: NOTES,
  },
  { field: 'results', row: RESULT },
)

export const journal = report<JournalReport>(
  'Journal',
  'what this tool has written from this account',
  { file: text('Where it is kept.'), entries: arrayOf(ENTRY), unreadable: count('Lines that could not be read.') },
  { field: 'entries', row: ENTRY },
)
