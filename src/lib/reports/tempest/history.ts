// SPDX-License-Identifier: Apache-2.0
import { API_VERSION, type Report } from '../../model/report/report.ts'
import type { RunLogs } from '../../model/tempest/run-log.ts'
import { DAY, formatAge } from '../../model/text/time.ts'
import { envelopeOf, lastJob, suiteRows, type TempestInput, type TempestRow } from './report.ts'
import { isAbout, type TempestRun, tempestRun } from './run.ts'
import type { TempestSuite } from './suites.ts'

export interface TempestHistoryRun extends TempestRun {
  readonly cluster: string
  readonly namespace: string
  /** The Tempest object, CronJob or Job it belongs to. */
  readonly suite: string
  /** Tests that failed now and not in the previous run; absent if one of the two cannot be read. */
  readonly newlyFailing?: number
  readonly fixed?: number
}

export interface TempestHistoryReport extends Report {
  readonly kind: 'TempestHistory'
  /** Newest first, per suite. */
  readonly runs: readonly TempestHistoryRun[]
  readonly suites: readonly Pick<TempestRow, 'object' | 'state' | 'message' | 'recent'>[]
}

/** Every run whose Job still exists. The verdict is that of the latest run of each suite. */
export function tempestHistoryReport(input: TempestInput, limit: number): TempestHistoryReport {
  const { suites, logs, assessment } = input
  const rows = suiteRows(input)
  return {
    apiVersion: API_VERSION,
    kind: 'TempestHistory',
    ...envelopeOf(input, rows),
    runs: suites.flatMap((suite) => runsOf(suite, logs, assessment.now).slice(0, limit)),
    suites: rows.map(({ object, state, message, recent }) => ({
      object,
      state,
      ...(message ? { message } : {}),
      recent,
    })),
  }
}

function runsOf(suite: TempestSuite, logs: RunLogs, now: number): readonly TempestHistoryRun[] {
  const { node, jobs } = suite
  const object = node.kind === 'Tempest' ? { object: node } : {}
  const place = { cluster: node.cluster.label, namespace: node.namespace ?? '', suite: node.name }
  const isOnlyInObject = object.object && !jobs.some((job) => isAbout(node, job)) && lastJob(suite) === undefined
  const runs = [
    ...(isOnlyInObject ? [tempestRun({ ...object, now })].filter(({ started }) => started) : []),
    ...jobs.map((job) => {
      const log = logs.get(job.id)
      return tempestRun({ ...object, job, ...(log ? { log } : {}), now })
    }),
  ]
  return runs.map((run, i) => ({ ...place, ...run, ...changesSince(run, runs[i + 1]) }))
}

function changesSince(run: TempestRun, before: TempestRun | undefined) {
  if (!before || run.services.length === 0 || before.services.length === 0) return {}
  const [failed, failedBefore] = [namesOf(run), namesOf(before)]
  return {
    newlyFailing: [...failed].filter((name) => !failedBefore.has(name)).length,
    fixed: [...failedBefore].filter((name) => !failed.has(name)).length,
  }
}

const namesOf = ({ failed }: TempestRun) => new Set(failed.map(({ name }) => name))

/** For example "4m12s", "27s" or "3h". */
export function durationText(seconds: number | undefined): string {
  if (seconds === undefined) return '-'
  if (seconds < 60) return `${Math.round(seconds)}s`
  if (seconds >= 10 * 3600) return formatAge(Math.min(seconds * 1000, 99 * DAY))
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes}m${Math.round(seconds % 60)}s` : `${Math.floor(minutes / 60)}h${minutes % 60}m`
}
