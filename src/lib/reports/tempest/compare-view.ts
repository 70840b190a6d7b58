// SPDX-License-Identifier: Apache-2.0
import type { Presentation } from '../../model/report/presentation.ts'
import type { TestRun } from '../../model/report/test-run.ts'
import type { Cell, Tone, View } from '../../model/report/view.ts'
import { completenessText } from '../shared/completeness.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { type ComparedRun, type ComparedTest, ORDER, type TempestCompareReport } from './compare.ts'
import { durationText } from './history.ts'
import { shortName } from './view.ts'

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
  const { before, after, tests, added, removed } = report
  return {
    blocks: [
      {
        type: 'table',
        columns: [
          { title: '' },
          { title: 'RUN', flexible: true },
          { title: 'STARTED', drop: 2 },
          { title: 'TOOK', drop: 3 },
          { title: 'PASSED' },
          { title: 'FAILED' },
          { title: 'SKIPPED', drop: 1 },
        ],
        rows: [runCells('A', before), runCells('B', after)],
      },
      ...(tests.length > 0 ? [table(tests)] : []),
      {
        type: 'lines',
        lines: [
          ...[before, after].flatMap(({ name, problems }) =>
            problems.map((text): Cell => ({ text: `${name}: ${text}`, tone: 'busy' })),
          ),
          { text: countsText(tests) + (added || removed ? ` · ${added} only in B, ${removed} only in A` : '') },
          { text: lastLine(report) },
        ],
      },
    ],
    notes: gapNotes(report.completeness.gaps),
  }
}

const runCells = (letter: string, { name, started, seconds, counts }: ComparedRun): readonly Cell[] => [
  { text: letter },
  { text: name },
  { text: (started ?? '-').replace('.000Z', 'Z') },
  { text: durationText(seconds) },
  { text: String(counts?.passed ?? '-') },
  { text: String(counts?.failed ?? '-') },
  { text: String(counts?.skipped ?? '-') },
]

function table(tests: readonly ComparedTest[]) {
  return {
    type: 'table',
    columns: [
      { title: 'CHANGE' },
      { title: 'SERVICE', drop: 2 },
      { title: 'TEST', flexible: true },
      { title: 'A', drop: 1 },
      { title: 'B', drop: 1 },
      { title: 'SAYS', flexible: true },
    ],
    rows: tests.map(({ change, service, name, before, after, message }): readonly Cell[] => [
      { text: change, tone: TONES[change] },
      { text: service },
      { text: shortName(name) },
      { text: before },
      { text: after },
      { text: message ?? '' },
    ]),
  } as const
}

function countsText(tests: readonly ComparedTest[]): string {
  if (tests.length === 0) return 'no test failed in either'
  return ORDER.map((change) => `${tests.filter((test) => test.change === change).length} ${change}`).join(' · ')
}

const lastLine = ({ completeness, verdict, exitCode }: TempestCompareReport) =>
  completeness.clusters.length === 0
    ? `two files · ${verdict} · exit ${exitCode}`
    : `${completenessText(completeness, 'read in full')} · ${verdict} · exit ${exitCode}`

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
