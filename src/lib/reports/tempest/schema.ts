// SPDX-License-Identifier: Apache-2.0
import type { TempestCounts, TempestFormat, TempestOutcome, TempestTest } from '../../model/tempest/results.ts'
import { ROW_FINDING } from '../check/schema.ts'
import {
  count,
  define,
  type Fields,
  flag,
  listSchema,
  number,
  objectSchema,
  only,
  optionalField,
  text,
  word,
} from '../schema/describe.ts'
import { report } from '../schema/envelope.ts'
import { STATE } from '../schema/words.ts'
import type { ComparedRun, ComparedTest, TempestCompareReport } from './compare.ts'
import type { TempestHistoryReport, TempestHistoryRun } from './history.ts'
import type { TempestResultsReport, TempestRow } from './report.ts'
import type { TempestRun, TempestService } from './run.ts'

const COUNTED: Fields<TempestCounts> = {
  total: count('All tests.'),
  passed: count('Those that passed, expected failures included.'),
  failed: count('Those that failed, unexpected successes included.'),
  skipped: count('Those that were skipped.'),
}

const COUNTS = define('TempestCounts', objectSchema<TempestCounts>(COUNTED, 'How many tests ended how.'))

const OUTCOMES: Readonly<Record<TempestOutcome, string>> = {
  passed: '',
  failed: '',
  skipped: '',
  unknown: 'it began, and nobody said how it ended',
}

const TEST = define(
  'TempestTest',
  objectSchema<TempestTest>({
    name: text('Module, class and method.'),
    service: text('What it tests: compute, identity, scenario.'),
    outcome: word<TempestOutcome>('How it ended.', OUTCOMES),
    seconds: optionalField(number('How long it took.')),
    message: optionalField(text('The last line of its traceback, or why it was skipped.')),
    unsteady: optionalField(only(true)),
  }),
)

const RUN: Fields<TempestRun> = {
  state: STATE,
  message: optionalField(text('Why it is so, in words.')),
  job: optionalField(text('The Job that ran it; left out when it is gone.')),
  pod: optionalField(text('The Pod whose log was read.')),
  started: optionalField(text('When it began, RFC 3339.')),
  age: optionalField(text('How long ago that was, for people.')),
  seconds: optionalField(number('How long it took.')),
  counts: optionalField(COUNTS),
  source: listSchema(
    word<'object' | 'log'>('Where the counts come from.', {
      object: 'the Tempest object',
      log: 'what its Pod printed',
    }),
  ),
  formats: listSchema(word<TempestFormat>('What of it was in the log.', { console: '', junit: '', subunit: '' })),
  services: listSchema(
    objectSchema<TempestService>({ ...COUNTED, service: text('The service.') }),
    'Only where the log names the tests.',
  ),
  failed: listSchema(TEST),
  problems: listSchema(text('What could not be read, or does not fit together.')),
}

const ROW = objectSchema<TempestRow>({
  cluster: text('The cluster it runs in.'),
  namespace: text('The namespace.'),
  kind: text('Tempest, CronJob or Job.'),
  name: text('Its name.'),
  object: text('KIND/NAMESPACE/NAME@CLUSTER'),
  state: STATE,
  message: optionalField(text('Why it is so, in words.')),
  schedule: optionalField(text('When it runs, as cron writes it.')),
  suspended: flag('Somebody stopped it.'),
  recent: flag('The last result is not older than two turns of the schedule; without a schedule, than a week.'),
  running: optionalField(
    objectSchema<NonNullable<TempestRow['running']>>({
      job: text('The Job of the run that is under way.'),
      started: optionalField(text('When it began, RFC 3339.')),
      age: optionalField(text('How long ago that was.')),
    }),
  ),
  last: optionalField(define('TempestRun', objectSchema<TempestRun>(RUN))),
  findings: listSchema(ROW_FINDING),
})

export const tempestResults = report<TempestResultsReport>(
  'TempestResults',
  'the last run of Tempest in every control plane',
  { suites: listSchema(ROW) },
  { field: 'suites', row: ROW },
)

const HISTORY_RUN = objectSchema<TempestHistoryRun>({
  ...RUN,
  cluster: text('The cluster it ran in.'),
  namespace: text('The namespace.'),
  suite: text('The Tempest object, CronJob or Job it belongs to.'),
  newlyFailing: optionalField(count('Tests that failed in it and not in the run before.')),
  fixed: optionalField(count('Tests that failed in the run before and not in it.')),
})

export const tempestHistory = report<TempestHistoryReport>(
  'TempestHistory',
  'the runs of Tempest that can still be read',
  {
    runs: listSchema(HISTORY_RUN, 'Newest first, suite by suite.'),
    suites: listSchema(
      objectSchema<TempestHistoryReport['suites'][number]>({
        object: text('KIND/NAMESPACE/NAME@CLUSTER'),
        state: STATE,
        message: optionalField(text('Why it is so, in words.')),
        recent: flag('The last result is not older than two turns of the schedule.'),
      }),
    ),
  },
  { field: 'runs', row: HISTORY_RUN },
)

const SIDE = objectSchema<ComparedRun>({
  name: text('A Job as NAMESPACE/NAME@CLUSTER, or a file.'),
  started: optionalField(text('When it began, RFC 3339.')),
  seconds: optionalField(number('How long it took.')),
  counts: optionalField(COUNTS),
  problems: listSchema(text('What could not be read.')),
})

const OUTCOME = word<TempestOutcome | 'absent'>('How it ended.', { ...OUTCOMES, absent: 'it was not run' })

const COMPARED = objectSchema<ComparedTest>({
  name: text('Module, class and method.'),
  service: text('What it tests.'),
  change: word<ComparedTest['change']>('What became of it.', {
    'newly failing': 'it fails in B only',
    fixed: 'it failed in A and passes in B',
    'still failing': 'it fails in both',
    flaky: 'it changed more than once over the runs, or passed and failed in one',
  }),
  before: OUTCOME,
  after: OUTCOME,
  message: optionalField(text('The last line of its traceback.')),
})

export const tempestCompare = report<TempestCompareReport>(
  'TempestCompare',
  'two runs of Tempest: newly failing, fixed, flaky',
  {
    before: SIDE,
    after: SIDE,
    tests: listSchema(COMPARED),
    added: count('Tests that only B ran.'),
    removed: count('Tests that only A ran.'),
  },
  { field: 'tests', row: COMPARED },
)
