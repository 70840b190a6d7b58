// SPDX-License-Identifier: Apache-2.0

import type { Presentation } from '../../model/report/presentation.ts'
import type { TestCase, TestRun } from '../../model/report/test-run.ts'
import type { Block, Cell, View } from '../../model/report/view.ts'
import type { TempestTest } from '../../model/tempest/results.ts'
import type { RunLogs } from '../../model/tempest/run-log.ts'
import { c5c3Command, formatCommand, operands } from '../../model/text/command.ts'
import { completenessText } from '../shared/completeness.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { stateCell } from '../shared/state-cell.ts'
import { durationText } from './history.ts'
import type { TempestResultsReport, TempestRow } from './report.ts'

export interface ResultsForms {
  readonly now: number
  readonly logs: RunLogs
  /** One row per failed test. */
  readonly all: boolean
}

export function tempestForms({ now, logs, all }: ResultsForms): Presentation<TempestResultsReport> {
  return {
    view: (report) => tempestView(report, all),
    names: ({ suites }) => suites.map(({ object }) => object),
    rows: { field: 'suites' },
    tests: (report) => tempestTests(report, logs, now),
  }
}

/** One row per suite, then the failures by service and the next step. */
function tempestView(report: TempestResultsReport, all: boolean): View {
  const { suites } = report
  const failing = suites.filter(({ last }) => last && last.failed.length > 0)
  return {
    blocks: [
      ...(suites.length > 0 ? [suiteTable(suites)] : []),
      ...failing.map((row) => failedTable(row, all, failing.length > 1)),
      {
        type: 'lines',
        lines: [
          ...suites.flatMap(problemLines),
          ...suites
            .filter(({ state }) => state !== 'healthy')
            .slice(0, 1)
            .flatMap(nextLines),
          ...(all || !failing.some(({ last }) => (last?.failed.length ?? 0) > 3)
            ? []
            : [{ text: 'every failed test: kubectl c5c3 tempest results -o wide', tone: 'dim' } as const]),
          { text: lastLine(report) },
        ],
      },
    ],
    notes: gapNotes(report.completeness.gaps),
  }
}

function suiteTable(rows: readonly TempestRow[]): Block {
  return {
    type: 'table',
    columns: [
      { title: 'STATE' },
      { title: 'NAMESPACE', flexible: true },
      { title: 'NAME', drop: 3 },
      { title: 'RAN', drop: 8 },
      { title: 'SCHEDULE', drop: 2 },
      { title: 'TOOK', drop: 5 },
      { title: 'PASSED', drop: 6 },
      { title: 'FAILED', drop: 9 },
      { title: 'SKIPPED', drop: 4 },
      { title: 'CLUSTER', drop: 1 },
      { title: 'JOB', wide: true },
      { title: 'FROM', wide: true },
      { title: 'WHY', flexible: true },
    ],
    rows: rows.map((row) => {
      const { last } = row
      const count = (field: 'passed' | 'failed' | 'skipped') => ({ text: String(last?.counts?.[field] ?? '-') })
      const failed = count('failed')
      return [
        stateCell(row.state),
        { text: row.namespace },
        { text: row.kind === 'Tempest' ? row.name : `${row.kind}/${row.name}` },
        { text: last?.age ? `${last.age} ago` : 'never' },
        { text: row.suspended ? `${row.schedule ?? ''} (suspended)`.trim() : (row.schedule ?? 'by hand') },
        { text: durationText(last?.seconds) },
        count('passed'),
        (last?.counts?.failed ?? 0) > 0 ? { ...failed, tone: 'bad' } : failed,
        count('skipped'),
        { text: row.cluster },
        { text: last?.job ?? '' },
        { text: [...(last?.source ?? []), ...(last?.formats ?? [])].join(', ') },
        { text: whyText(row) },
      ]
    }),
  }
}

function whyText({ message, running, suspended, findings }: TempestRow): string {
  const checks = [...new Set(findings.map(({ check, mode }) => `${check} ${mode}`))]
  const reason = [message, suspended ? 'it is suspended' : ''].filter(Boolean).join('; ')
  return [
    [reason, checks.length > 0 ? `[${checks.join(', ')}]` : ''].filter(Boolean).join(' '),
    running ? `a run is under way for ${running.age ?? 'a while'}` : '',
  ]
    .filter(Boolean)
    .join('; ')
}

function failedTable({ last, namespace }: TempestRow, all: boolean, isOneOfMany: boolean): Block {
  const failed = last?.failed ?? []
  const groups = all ? failed.map((test) => [test]) : groupsOf(failed)
  return {
    type: 'table',
    columns: [
      { title: 'SERVICE' },
      { title: 'FAILED', drop: 2 },
      { title: 'TESTS', flexible: true },
      { title: 'TIME', wide: true },
      { title: 'SAYS', flexible: true },
      ...(isOneOfMany ? [{ title: 'IN', drop: 1 }] : []),
    ],
    rows: groups.map((tests) => [
      { text: tests[0]?.service ?? '' },
      { text: String(tests.length) },
      { text: namesText(tests, all) },
      { text: durationText(tests[0]?.seconds) },
      { text: tests[0]?.message ?? '' },
      ...(isOneOfMany ? [{ text: namespace }] : []),
    ]),
  }
}

const MAX_NAMES = 3

function namesText(tests: readonly TempestTest[], isFull: boolean): string {
  const names = tests.map(({ name }) => (isFull ? name : shortName(name)))
  const more = names.length - MAX_NAMES
  return more > 0 && !isFull ? `${names.slice(0, MAX_NAMES).join(', ')} and ${more} more` : names.join(', ')
}

/** Class.method */
export const shortName = (name: string): string =>
  name.includes('(') ? name.replace(/\(.*\.(\w+)\)/, '($1)') : name.split('.').slice(-2).join('.')

/** Merges failures of a service whose messages differ only in IDs, paths and numbers. */
function groupsOf(tests: readonly TempestTest[]): readonly (readonly TempestTest[])[] {
  const key = ({ service, message = '' }: TempestTest) =>
    `${service} ${message.replace(VARIABLE_PARTS, '#').slice(0, 60)} ${message.replace(VARIABLE_PARTS, '#').slice(-60)}`
  return [...Map.groupBy(tests, key).values()].sort((a, b) => b.length - a.length)
}

const VARIABLE_PARTS = /\/[^\s'")]+|[0-9a-f]{8}[0-9a-f-]*|\d+/g

function problemLines({ last, namespace, name, message }: TempestRow): readonly Cell[] {
  const others = (last?.problems ?? []).filter((text) => text !== message)
  return others.map((text) => ({ text: `${namespace}/${name}: ${text}`, tone: 'busy' }))
}

function nextLines({ object, findings, last, namespace }: TempestRow): readonly Cell[] {
  const command = findings[0]?.next[0]?.command
  const history = last?.job
    ? [{ text: `then: ${formatCommand(c5c3Command('tempest', 'history', ...operands(namespace)))}` }]
    : []
  return [
    { text: `next: ${formatCommand(c5c3Command('why', object))}` },
    ...(command ? [{ text: `then: ${command}` }] : history),
  ]
}

function lastLine({ completeness, verdict, exitCode, scope, suites }: TempestResultsReport): string {
  const recent = suites.filter((row) => row.recent).length
  const none = completeness.complete ? 'nothing runs Tempest' : 'nothing that runs Tempest was seen'
  const counts = suites.length === 0 ? none : `${recent} of ${suites.length} results are recent`
  return `${completenessText(completeness, 'read in full', scope)} · ${counts} · ${verdict} · exit ${exitCode}`
}

/** One JUnit suite per service; the suite of the run itself reports what is unknown as an error. */
function tempestTests({ suites, exitCode }: TempestResultsReport, logs: RunLogs, now: number): TestRun {
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
