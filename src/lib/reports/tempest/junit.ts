// SPDX-License-Identifier: Apache-2.0
import type { TestCase, TestRun } from '../../model/report/test-run.ts'
import type { TempestTest } from '../../model/tempest/results.ts'
import type { RunLogs } from '../../model/tempest/run-log.ts'
import type { TempestResultsReport, TempestRow } from './report.ts'

/** One JUnit suite per service; the suite of the run itself reports what is unknown as an error. */
export function tempestTests({ suites, exitCode }: TempestResultsReport, logs: RunLogs, now: number): TestRun {
  const outputs = new Map(
    [...logs.values()].flatMap(({ pod, output }) => (pod && output ? [[pod, output] as const] : [])),
  )
  return {
    name: 'kubectl c5c3 tempest results',
    time: new Date(now).toISOString(),
    suites: suites.flatMap((row) => {
      const suiteName = `${row.namespace}/${row.name}@${row.cluster}`
      const properties = {
        exitCode: String(exitCode),
        ...(row.last?.job ? { job: row.last.job } : {}),
        ...(row.last?.started ? { started: row.last.started } : {}),
      }
      const tests = outputs.get(row.last?.pod ?? '')?.tests ?? []
      const byService = [...Map.groupBy(tests, ({ service }) => service)].sort(([a], [b]) => (a < b ? -1 : 1))
      return [
        { name: suiteName, properties, cases: [runCase(row, exitCode)] },
        ...byService.map(([service, group]) => ({
          name: `${suiteName} ${service}`,
          properties,
          cases: group.map(caseOf),
        })),
      ]
    }),
  }
}

function runCase({ state, message, last }: TempestRow, exitCode: number): TestCase {
  const detail = [message ?? '', ...(last?.problems ?? [])].filter(Boolean).join('\n')
  const about = { name: 'the last run is recent and complete, and no test failed', message: message ?? '', detail }
  if (state === 'healthy') return { name: about.name, outcome: 'passed' }
  if (state === 'unknown') return { ...about, outcome: exitCode === 0 ? 'skipped' : 'error' }
  return { ...about, outcome: 'failed' }
}

const OUTCOMES = { passed: 'passed', failed: 'failed', skipped: 'skipped', unknown: 'error' } as const

function caseOf({ name, outcome, seconds, message }: TempestTest): TestCase {
  const dot = name.includes('(') ? -1 : name.lastIndexOf('.')
  return {
    name: name.slice(dot + 1),
    ...(dot > 0 ? { group: name.slice(0, dot) } : {}),
    outcome: OUTCOMES[outcome],
    ...(seconds === undefined ? {} : { seconds }),
    ...(message ? { message } : {}),
  }
}
