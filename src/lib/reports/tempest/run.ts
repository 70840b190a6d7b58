// SPDX-License-Identifier: Apache-2.0

import type { GraphNode } from '../../model/graph/graph.ts'
import { conditionsOf } from '../../model/object/conditions.ts'
import { countAt, textAt } from '../../model/object/fields.ts'
import type { State } from '../../model/report/report.ts'
import { countsOf, type TempestCounts, type TempestFormat, type TempestTest } from '../../model/tempest/results.ts'
import type { RunLog } from '../../model/tempest/run-log.ts'
import { MINUTE, parseDuration } from '../../model/text/time.ts'
import { ageOf } from '../shared/object-row.ts'
import { runEnd, startOf } from './suites.ts'

export interface TempestService extends TempestCounts {
  readonly service: string
}

/** One Tempest run: counts, failures, and what could not be read. */
export interface TempestRun {
  readonly state: State
  /** The reason for the state. */
  readonly message?: string
  readonly job?: string
  readonly pod?: string
  readonly started?: string
  readonly age?: string
  readonly seconds?: number
  readonly counts?: TempestCounts
  /** Sources of the counts. */
  readonly source: readonly ('object' | 'log')[]
  readonly formats: readonly TempestFormat[]
  /** Worst first; only if the log names the tests. */
  readonly services: readonly TempestService[]
  readonly failed: readonly TempestTest[]
  /** What could not be read or is contradictory. */
  readonly problems: readonly string[]
}

export interface RunInput {
  readonly object?: GraphNode | undefined
  readonly job?: GraphNode | undefined
  readonly log?: RunLog | undefined
  readonly now: number
}

/** The operator records the CronJob's schedule time; the Job starts a little later. */
const SAME_RUN_TOLERANCE = 10 * MINUTE

/** Combines the Job, its log and, if it describes the same run, the Tempest object. */
export function tempestRun({ object, job, log, now }: RunInput): TempestRun {
  const started = job ? startOf(job) : lastRunOf(object)
  const end = job ? runEnd(job) : undefined
  const reported = object && isAbout(object, job) ? countsIn(object) : undefined
  const output = log?.output
  const read = output && countsOf(output)
  const counts = worstCounts(reported, read)
  const problems = problemsOf({ reported, read, log, job })
  const time = started === undefined ? undefined : new Date(started).toISOString()
  const age = ageOf(time, now)
  const seconds =
    output?.seconds ?? (reported && object ? durationOf(object) : undefined) ?? secondsBetween(started, end?.time)
  return {
    ...assessRun({ counts, reported, end, object, job, output }),
    ...(job ? { job: job.name } : {}),
    ...(log?.pod ? { pod: log.pod } : {}),
    ...(time ? { started: time } : {}),
    ...(age ? { age } : {}),
    ...(seconds === undefined ? {} : { seconds: Math.round(seconds * 1000) / 1000 }),
    ...(counts ? { counts } : {}),
    source: [...(reported ? (['object'] as const) : []), ...(read ? (['log'] as const) : [])],
    formats: output?.formats ?? [],
    services: servicesOf(output?.tests ?? []),
    failed: (output?.tests ?? []).filter(({ outcome }) => outcome === 'failed'),
    problems,
  }
}

export function lastRunOf(object: GraphNode | undefined): number | undefined {
  const time = Date.parse(textAt(object?.object, 'status.lastRun') ?? '')
  return Number.isNaN(time) ? undefined : time
}

/** Whether the results in the Tempest object belong to this Job. */
export function isAbout(object: GraphNode, job: GraphNode | undefined): boolean {
  const [last, start] = [lastRunOf(object), job && startOf(job)]
  return (
    job === undefined || (last !== undefined && start !== undefined && Math.abs(last - start) <= SAME_RUN_TOLERANCE)
  )
}

function countsIn({ object }: GraphNode): TempestCounts | undefined {
  const resultAt = (field: string) => countAt(object, `status.results.${field}`)
  const [passed, failed, skipped] = [resultAt('passedTests'), resultAt('failedTests'), resultAt('skippedTests')]
  if (passed === undefined && failed === undefined) return undefined
  const sum = (passed ?? 0) + (failed ?? 0) + (skipped ?? 0)
  return { total: resultAt('totalTests') ?? sum, passed: passed ?? 0, failed: failed ?? 0, skipped: skipped ?? 0 }
}

const durationOf = ({ object }: GraphNode): number | undefined => {
  const ms = parseDuration(textAt(object, 'status.lastDuration') ?? '')
  return ms === undefined ? undefined : ms / 1000
}

const secondsBetween = (from: number | undefined, to: number | undefined) =>
  from === undefined || to === undefined || to < from ? undefined : (to - from) / 1000

/** If both sources disagree, the one with more failures wins, then the one with more tests. */
function worstCounts(a: TempestCounts | undefined, b: TempestCounts | undefined): TempestCounts | undefined {
  if (!a || !b) return a ?? b
  if (a.failed !== b.failed) return a.failed > b.failed ? a : b
  return b.total > a.total ? b : a
}

type RunState = Pick<TempestRun, 'state' | 'message'>

function assessRun({
  counts,
  reported,
  end,
  object,
  job,
  output,
}: Pick<RunInput, 'object' | 'job'> & {
  readonly counts: TempestCounts | undefined
  readonly reported: TempestCounts | undefined
  readonly end: ReturnType<typeof runEnd>
  readonly output: RunLog['output']
}): RunState {
  if (counts && counts.failed > 0)
    return { state: 'degraded', message: `${counts.failed} of ${counts.total} tests failed` }
  if (end?.ok === false) return { state: 'failed', message: `the run itself failed: ${end.words || 'no reason given'}` }
  if (object?.object && isAbout(object, job) && conditionsOf(object.object).get('TestsPassed')?.status === 'False')
    return {
      state: 'degraded',
      message: conditionsOf(object.object).get('TestsPassed')?.message || 'the last run failed',
    }
  if (job && !end) return { state: 'progressing', message: 'it is running' }
  if (!counts) return { state: 'unknown', message: 'nobody counted its tests' }
  if (!reported && output && output.problems.length > 0) return { state: 'unknown', message: output.problems[0] ?? '' }
  if (counts.total === 0) return { state: 'unknown', message: 'it ran no test at all' }
  return { state: 'healthy' }
}

function problemsOf({
  reported,
  read,
  log,
  job,
}: Pick<RunInput, 'log' | 'job'> & {
  readonly reported: TempestCounts | undefined
  readonly read: TempestCounts | undefined
}): readonly string[] {
  const isDifferent = reported && read && (reported.failed !== read.failed || reported.total !== read.total)
  const countsText = ({ failed, total }: TempestCounts) => `${failed} of ${total} failed`
  return [
    ...(isDifferent ? [`the Tempest object says ${countsText(reported)}, the log ${countsText(read)}`] : []),
    ...(log?.output?.problems ?? []),
    ...(log?.absent ? [`no log: ${log.absent}`] : []),
    ...(job ? [] : ['no log: its Job is gone']),
  ]
}

function servicesOf(tests: readonly TempestTest[]): readonly TempestService[] {
  return [...Map.groupBy(tests, ({ service }) => service)]
    .map(([service, group]) => {
      const countWith = (outcome: TempestTest['outcome']) => group.filter((test) => test.outcome === outcome).length
      return {
        service,
        total: group.length,
        passed: countWith('passed'),
        failed: countWith('failed'),
        skipped: countWith('skipped'),
      }
    })
    .sort((a, b) => b.failed - a.failed || (a.service < b.service ? -1 : 1))
}
