// SPDX-License-Identifier: Apache-2.0
import type { Presentation } from '../../model/report/presentation.ts'
import type { TestRun } from '../../model/report/test-run.ts'
import type { Block, Cell, Tone, View } from '../../model/report/view.ts'
import { linesBlock, listFooter } from '../lists/list-footer.ts'
import { sentence } from '../lists/verdict-line.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { tableOf } from '../shared/table.ts'
import { type ComparedRun, type ComparedTest, ORDER, type TempestCompareReport } from './compare.ts'
import { shortName } from './failed-table.ts'
import { durationText } from './history.ts'

export function tempestCompareForms(now: number): Presentation<TempestCompareReport> {
  return {
    view,
    names: ({ tests }) => tests.map(({ name }) => name),
    rows: { field: 'tests' },
    tests: (report) => testsOf(report, now),
  }
}

const TONES: Readonly<Record<ComparedTest['change'], Tone>> = {
  'newly failing': 'bad',
  flaky: 'busy',
  'still failing': 'bad',
  fixed: 'good',
}

function view(report: TempestCompareReport): View {
  const { before, after, tests, added, removed, completeness, verdict } = report
  const others = added || removed ? ` · ${added} only in B, ${removed} only in A` : ''
  const problems = [before, after].flatMap(({ name, problems: own }) =>
    own.map((text): Cell => ({ text: `${name}: ${text}`, tone: 'busy' })),
  )
  return {
    blocks: [
      { type: 'lines', lines: [sentence(verdict, `${countsText(tests)}${others}`)] },
      runTable([
        ['A', before],
        ['B', after],
      ]),
      ...(tests.length > 0 ? [table(tests)] : []),
      ...linesBlock(problems),
      ...(completeness.clusters.length > 0 ? [listFooter(completeness)] : []),
    ],
    notes: gapNotes(completeness.gaps),
  }
}

const runTable = (runs: readonly (readonly [string, ComparedRun])[]): Block =>
  tableOf(runs, [
    { title: '', cell: ([letter]) => letter },
    { title: 'RUN', flexible: true, cell: ([, { name }]) => name },
    { title: 'STARTED', drop: 2, cell: ([, { started }]) => (started ?? '-').replace('.000Z', 'Z') },
    { title: 'DURATION', drop: 3, cell: ([, { seconds }]) => durationText(seconds) },
    { title: 'PASSED', cell: ([, { counts }]) => String(counts?.passed ?? '-') },
    { title: 'FAILED', cell: ([, { counts }]) => String(counts?.failed ?? '-') },
    { title: 'SKIPPED', drop: 1, cell: ([, { counts }]) => String(counts?.skipped ?? '-') },
  ])

const table = (tests: readonly ComparedTest[]): Block =>
  tableOf(tests, [
    { title: 'CHANGE', cell: ({ change }) => ({ text: change, tone: TONES[change] }) },
    { title: 'SERVICE', drop: 2, cell: ({ service }) => service },
    { title: 'TEST', flexible: true, cell: ({ name }) => shortName(name) },
    { title: 'A', drop: 1, cell: ({ before }) => before },
    { title: 'B', drop: 1, cell: ({ after }) => after },
    { title: 'MESSAGE', flexible: true, cell: ({ message }) => message ?? '' },
  ])

function countsText(tests: readonly ComparedTest[]): string {
  if (tests.length === 0) return 'no test failed in either'
  return ORDER.map((change) => `${tests.filter((test) => test.change === change).length} ${change}`).join(' · ')
}

/** Cases fail only if the test failed in B. */
function testsOf({ tests, after, exitCode }: TempestCompareReport, now: number): TestRun {
  return {
    name: 'kubectl c5c3 tempest compare',
    time: new Date(now).toISOString(),
    suites: ORDER.map((change) => ({
      name: change,
      properties: { exitCode: String(exitCode), run: after.name },
      cases: tests
        .filter((test) => test.change === change)
        .map(({ name, message, after: outcome }) => ({
          name,
          outcome: outcome === 'failed' ? ('failed' as const) : ('passed' as const),
          ...(message ? { message } : {}),
        })),
    })).filter(({ cases }) => cases.length > 0),
  }
}
