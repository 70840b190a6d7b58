// SPDX-License-Identifier: Apache-2.0

import type { Action, FieldChange, Reason, StepOutcome, Undo } from '../../model/plan/plan.ts'
import type { JournalEntry } from '../../model/report/journal.ts'
import {
  count,
  define,
  type Fields,
  flag,
  listSchema,
  objectSchema,
  optionalField,
  text,
  word,
} from '../schema/describe.ts'
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
  objectSchema<FieldChange>({
    path: text('The field.'),
    from: optionalField(text('What it was; of secrets the fingerprint. Left out when there was nothing.')),
    to: optionalField(text('What it becomes.')),
  }),
)

const REASON = define(
  'Reason',
  objectSchema<Reason>({ text: text('Why.'), hint: optionalField(text('What to do instead.')) }),
)

const UNDO = define(
  'Undo',
  objectSchema<Undo>({
    text: text('What the command does, or why there is none.'),
    command: optionalField(text('Takes it back; for a shell.')),
  }),
)

const FIELDS: Fields<PlanRow> = {
  action: ACTION,
  cluster: text('The cluster, by the name it has in completeness.clusters.'),
  kind: text('Kind of the object.'),
  namespace: optionalField(text('Its namespace; left out when it has none.')),
  name: text('Its name.'),
  about: text('What it is for.'),
  changes: listSchema(CHANGE),
  reasons: listSchema(REASON),
  notes: listSchema(text('Something to know.')),
  losers: listSchema(text('A field manager that loses fields by it.')),
}

const STEP = objectSchema<PlanRow>(FIELDS)

const RESULT = objectSchema<ResultRow>({
  ...FIELDS,
  outcome: OUTCOME,
  wrote: flag('The object was changed, though later something may have failed.'),
  undo: optionalField(UNDO),
})

const ENTRY = objectSchema<JournalEntry>({
  at: text('When, RFC 3339.'),
  run: text('All entries of one run share it.'),
  command: text('The command.'),
  profile: optionalField(text('The profile that was used.')),
  user: text('The account that wrote.'),
  person: optionalField(text('Who used that account, where it was not the user’s own login.')),
  cluster: text('The cluster.'),
  clusterUid: text('The UID of its namespace kube-system.'),
  object: text('Kind, namespace and name.'),
  action: text('What was to be done.'),
  outcome: word<StepOutcome | 'begun'>('What became of it.', {
    ...OUTCOMES,
    begun: 'whoever wrote it was stopped before it knew the outcome',
  }),
  uid: optionalField(text('Of the object.')),
  resourceVersion: optionalField(text('Of the object after it was written.')),
  before: optionalField(text('Its resourceVersion before.')),
  reasons: optionalField(listSchema(text('Why it was not written.'))),
  undo: optionalField(UNDO),
})

const NOTES = listSchema(text('Something to know.'))

export const plan = report<PlanReport>(
  'Plan',
  'what a command would write',
  {
    command: text('The command.'),
    clusters: listSchema(
      objectSchema<PlanReport['clusters'][number]>({
        name: text('A cluster of the plan.'),
        uid: text('Which one it is.'),
        server: optionalField(text('Its address.')),
        origin: optionalField(text('Where its kubeconfig comes from.')),
        ca: optionalField(listSchema(text('A trust anchor of its server.'))),
        user: optionalField(text('The account that writes; left out where nothing is written.')),
        person: optionalField(text('Who uses that account, where it is not the user’s own login.')),
      }),
    ),
    steps: listSchema(STEP),
    notes: NOTES,
  },
  { field: 'steps', row: STEP },
)

export const writeResult = report<WriteResultReport>(
  'WriteResult',
  'what a command has written',
  {
    command: text('The command.'),
    results: listSchema(RESULT),
    interrupted: flag('A signal ended it.'),
    notes: NOTES,
  },
  { field: 'results', row: RESULT },
)

export const journal = report<JournalReport>(
  'Journal',
  'what this tool has written from this account',
  { file: text('Where it is kept.'), entries: listSchema(ENTRY), unreadable: count('Lines that could not be read.') },
  { field: 'entries', row: ENTRY },
)
