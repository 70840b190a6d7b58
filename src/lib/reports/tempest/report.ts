// SPDX-License-Identifier: Apache-2.0
import type { Cause } from '../../assess/causes.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import { severity, worse } from '../../model/graph/health.ts'
import { type Scope, scopeReport } from '../../model/landscape/scope.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { cronPeriod } from '../../model/object/cron.ts'
import { API_VERSION, type Report, type State } from '../../model/report/report.ts'
import type { RunLogs } from '../../model/tempest/run-log.ts'
import { DAY, formatAge } from '../../model/text/time.ts'
import { completenessOf } from '../shared/completeness.ts'
import { objectAddress } from '../shared/object-row.ts'
import { findingsFor, type RowFinding } from '../shared/row-findings.ts'
import { verdictOf } from '../shared/verdict.ts'
import { isAbout, lastRunOf, type TempestRun, tempestRun } from './run.ts'
import { isSuspended, runEnd, scheduleOf, startOf, TEMPEST, type TempestSuite } from './suites.ts'

/** A suite with its latest run, compared to its schedule. */
export interface TempestRow {
  readonly cluster: string
  readonly namespace: string
  readonly kind: string
  readonly name: string
  /** KIND/NAMESPACE/NAME@CLUSTER */
  readonly object: string
  readonly state: State
  readonly message?: string
  readonly schedule?: string
  readonly suspended: boolean
  /** The latest result is at most two schedule periods old; without a schedule, a week. */
  readonly recent: boolean
  readonly running?: { readonly job: string; readonly started?: string; readonly age?: string }
  readonly last?: TempestRun
  readonly findings: readonly RowFinding[]
}

export interface TempestResultsReport extends Report {
  readonly kind: 'TempestResults'
  readonly suites: readonly TempestRow[]
}

export interface TempestInput {
  readonly snapshot: Snapshot
  readonly assessment: Assessment
  readonly scope: Scope
  readonly causes: readonly Cause[]
  readonly suites: readonly TempestSuite[]
  readonly logs: RunLogs
  readonly allowIncomplete: boolean
}

/** The latest run of every suite: counts, duration, failures, and age compared to the schedule. */
export function tempestResultsReport(input: TempestInput): TempestResultsReport {
  const rows = suiteRows(input)
  return { apiVersion: API_VERSION, kind: 'TempestResults', ...envelopeOf(input, rows), suites: rows }
}

/** Verdict, exit code and completeness of a report about suites; unreadable logs count as gaps. */
export function envelopeOf(
  { snapshot, scope, logs, allowIncomplete }: Omit<TempestInput, 'causes' | 'assessment' | 'suites'>,
  rows: readonly { readonly state: State }[],
): Pick<Report, 'verdict' | 'exitCode' | 'completeness' | 'scope'> {
  const gaps = [...snapshot.gaps, ...[...logs.values()].flatMap(({ gap }) => gap ?? [])]
  const states = rows.length > 0 ? rows.map(({ state }) => state) : [emptyState(snapshot)]
  return {
    ...verdictOf({ snapshot: { ...snapshot, gaps }, states, allowIncomplete }),
    completeness: completenessOf(
      snapshot.clusters.map(({ label }) => label),
      gaps,
    ),
    ...scopeReport(scope),
  }
}

const emptyState = ({ readings }: Snapshot): State =>
  readings.some(({ kind, outcome }) => kind === TEMPEST && outcome === 'read') ? 'off' : 'not installed'

/** Worst first. */
export function suiteRows({ assessment, suites, logs, causes }: TempestInput): readonly TempestRow[] {
  const findingsOf = findingsFor(causes)
  return suites
    .map((suite) => {
      const nodes = [suite.node, ...(suite.cron ? [suite.cron] : [])]
      return rowOf(suite, logs, assessment.now, findingsOf(nodes))
    })
    .sort((a, b) => severity(b.state) - severity(a.state) || (a.object < b.object ? -1 : 1))
}

/** The latest completed Job, unless the Tempest object reports a later run. */
export function lastJob({ node, jobs }: TempestSuite): TempestSuite['jobs'][number] | undefined {
  const job = jobs.find((one) => runEnd(one))
  const reportedRun = node.kind === 'Tempest' ? lastRunOf(node) : undefined
  const isOlder = job && reportedRun !== undefined && !isAbout(node, job) && reportedRun > (startOf(job) ?? 0)
  return isOlder ? undefined : job
}

function rowOf(suite: TempestSuite, logs: RunLogs, now: number, findings: readonly RowFinding[]): TempestRow {
  const { node, jobs } = suite
  const object = node.kind === 'Tempest' ? { object: node } : {}
  const job = lastJob(suite)
  const isReported = lastRunOf(object.object) !== undefined
  const log = job && logs.get(job.id)
  const last =
    job || isReported ? tempestRun({ ...object, ...(job ? { job } : {}), ...(log ? { log } : {}), now }) : undefined
  const active = jobs.find((one) => !runEnd(one) && (startOf(one) ?? 0) > (job ? (startOf(job) ?? 0) : 0))
  const schedule = scheduleOf(suite)
  const age = last?.started === undefined ? undefined : now - Date.parse(last.started)
  const period = schedule === undefined ? undefined : cronPeriod(schedule, now)
  const recent = age !== undefined && age <= (period === undefined ? 7 * DAY : 2 * period)
  return {
    cluster: node.cluster.label,
    namespace: node.namespace ?? '',
    kind: node.kind,
    name: node.name,
    object: objectAddress(node),
    ...assessSuite(last, recent, active !== undefined, age),
    ...(schedule === undefined ? {} : { schedule }),
    suspended: isSuspended(suite),
    recent,
    ...(active ? { running: runningOf(active, now) } : {}),
    ...(last ? { last } : {}),
    findings,
  }
}

function assessSuite(
  last: TempestRun | undefined,
  recent: boolean,
  isRunning: boolean,
  age: number | undefined,
): Pick<TempestRow, 'state' | 'message'> {
  if (!last)
    return isRunning
      ? { state: 'progressing', message: 'its first run is under way' }
      : { state: 'unknown', message: 'it has never run' }
  const { state, message } = last
  if (recent) return { state, ...(message ? { message } : {}) }
  const ageNote = age === undefined ? 'nobody knows when it ran' : `the last result is ${formatAge(age)} old`
  return { state: worse(state, 'unknown'), message: [message, ageNote].filter(Boolean).join('; ') }
}

function runningOf(job: TempestSuite['jobs'][number], now: number): NonNullable<TempestRow['running']> {
  const start = startOf(job)
  if (start === undefined) return { job: job.name }
  return { job: job.name, started: new Date(start).toISOString(), age: formatAge(now - start) }
}
