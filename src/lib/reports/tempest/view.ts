// SPDX-License-Identifier: Apache-2.0
import type { Presentation } from '../../model/report/presentation.ts'
import type { Block, Cell, View } from '../../model/report/view.ts'
import type { RunLogs } from '../../model/tempest/run-log.ts'
import { c5c3Command, formatCommand, operands } from '../../model/text/command.ts'
import { commandCell, linesBlock, listFooter } from '../lists/list-footer.ts'
import { sentence } from '../lists/verdict-line.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { SYMBOLS, stateCell, TONES } from '../shared/state-cell.ts'
import { tableOf } from '../shared/table.ts'
import { failedTable } from './failed-table.ts'
import { durationText } from './history.ts'
import { tempestTests } from './junit.ts'
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
  const { suites, completeness, scope } = report
  const failing = suites.filter(({ last }) => last && last.failed.length > 0)
  const isCut = !all && failing.some(({ last }) => (last?.failed.length ?? 0) > 3)
  return {
    blocks: [
      { type: 'lines', lines: [headline(report)] },
      ...(suites.length > 0 ? [suiteTable(suites)] : []),
      ...failing.map((row) => failedTable(row, all, failing.length > 1)),
      ...linesBlock(suites.flatMap(problemLines)),
      ...linesBlock([
        ...suites
          .filter(({ state }) => state !== 'healthy')
          .slice(0, 1)
          .flatMap(nextLines),
        ...(isCut ? [commandCell('All failed tests', 'tempest', 'results', '-o', 'wide')] : []),
      ]),
      listFooter(completeness, scope),
    ],
    notes: gapNotes(completeness.gaps),
  }
}

function headline({ completeness, verdict, suites }: TempestResultsReport): Cell {
  const many = suites.length === 1 ? 'suite' : 'suites'
  const count = (isMatch: (row: TempestRow) => boolean) => suites.filter(isMatch).length
  const failed = count(({ last }) => (last?.counts?.failed ?? 0) > 0)
  const late = count((row) => !row.recent && !row.suspended)
  const suspended = count((row) => row.suspended)
  const other = count(
    (row) => row.recent && row.state !== 'healthy' && !row.suspended && !(row.last?.counts?.failed ?? 0),
  )
  if (suites.length === 0)
    return sentence(
      verdict,
      completeness.complete ? 'no Tempest suites found' : 'no Tempest suites in what could be read',
    )
  const parts = [
    ...(failed > 0 ? [`tests failed in ${failed} of ${suites.length} ${many}`] : []),
    ...(other > 0 ? [`${other} of ${suites.length} ${many} without a usable result`] : []),
    ...(late > 0 ? [`${late} of ${suites.length} ${many} without a recent result`] : []),
    ...(suspended > 0 ? [`${suspended} of ${suites.length} ${many} suspended`] : []),
  ]
  const schedule = suites.length === 1 ? 'the suite ran on schedule' : `all ${suites.length} suites ran on schedule`
  return sentence(verdict, parts.length === 0 ? `${schedule} · all tests passed` : parts.join(' · '))
}

function suiteTable(rows: readonly TempestRow[]): Block {
  const count = ({ last }: TempestRow, field: 'passed' | 'failed' | 'skipped') => String(last?.counts?.[field] ?? '-')
  return tableOf(rows, [
    { title: 'NAMESPACE', flexible: true, cell: ({ namespace }) => namespace },
    { title: 'NAME', drop: 3, cell: ({ kind, name }) => (kind === 'Tempest' ? name : `${kind}/${name}`) },
    { title: 'RESULT', cell: resultCell },
    { title: 'LAST RUN', drop: 8, cell: ({ last }) => (last?.age ? `${last.age} ago` : 'never') },
    {
      title: 'SCHEDULE',
      drop: 2,
      cell: ({ suspended, schedule }) => (suspended ? `${schedule ?? ''} (suspended)`.trim() : (schedule ?? 'manual')),
    },
    { title: 'DURATION', drop: 5, cell: ({ last }) => durationText(last?.seconds) },
    { title: 'PASSED', drop: 6, cell: (row) => count(row, 'passed') },
    {
      title: 'FAILED',
      drop: 9,
      cell: (row) =>
        (row.last?.counts?.failed ?? 0) > 0 ? { text: count(row, 'failed'), tone: 'bad' } : count(row, 'failed'),
    },
    { title: 'SKIPPED', drop: 4, cell: (row) => count(row, 'skipped') },
    { title: 'CLUSTER', drop: 1, cell: ({ cluster }) => cluster },
    { title: 'JOB', wide: true, cell: ({ last }) => last?.job ?? '' },
    { title: 'FROM', wide: true, cell: ({ last }) => [...(last?.source ?? []), ...(last?.formats ?? [])].join(', ') },
    { title: 'REASON', flexible: true, cell: reasonOfSuite },
  ])
}

/** A healthy suite passed; the word of other states says more than "failed". */
const resultCell = ({ state }: TempestRow): Cell =>
  state === 'healthy' ? { text: `${SYMBOLS.healthy} passed`, tone: TONES.healthy } : stateCell(state)

function reasonOfSuite({ message, running, suspended, findings }: TempestRow): string {
  const checks = [...new Set(findings.map(({ check, mode }) => `${check} ${mode}`))]
  const reason = [message, suspended ? 'suspended' : ''].filter(Boolean).join('; ')
  return [
    [reason, checks.length > 0 ? `[${checks.join(', ')}]` : ''].filter(Boolean).join(' '),
    running ? `running${running.age ? ` for ${running.age}` : ''}` : '',
  ]
    .filter(Boolean)
    .join('; ')
}

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
