// SPDX-License-Identifier: Apache-2.0

import type { Presentation } from '../../model/report/presentation.ts'
import type { Cell, View } from '../../model/report/view.ts'
import { c5c3Command, formatCommand, operands } from '../../model/text/command.ts'
import { completenessText } from '../shared/completeness.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { stateCell } from '../shared/state-cell.ts'
import { durationText, type TempestHistoryReport, type TempestHistoryRun } from './history.ts'

export const tempestHistoryForms: Presentation<TempestHistoryReport> = {
  view,
  names: ({ runs }) => runs.flatMap(({ job, namespace, cluster }) => (job ? [`${namespace}/${job}@${cluster}`] : [])),
  rows: { field: 'runs' },
}

function view(report: TempestHistoryReport): View {
  const { runs, suites } = report
  const stale = suites.filter(({ recent }) => !recent)
  return {
    blocks: [
      ...(runs.length > 0 ? [table(runs)] : []),
      {
        type: 'lines',
        lines: [
          ...stale.map(
            ({ object, message }): Cell => ({ text: `${object}: ${message ?? 'no result is recent'}`, tone: 'busy' }),
          ),
          ...compareLine(runs),
          { text: lastLine(report) },
        ],
      },
    ],
    notes: gapNotes(report.completeness.gaps),
  }
}

function table(runs: readonly TempestHistoryRun[]) {
  return {
    type: 'table',
    columns: [
      { title: 'STATE' },
      { title: 'NAMESPACE', flexible: true },
      { title: 'JOB', drop: 7 },
      { title: 'STARTED', drop: 3 },
      { title: 'AGE' },
      { title: 'TOOK', drop: 4 },
      { title: 'PASSED', drop: 5 },
      { title: 'FAILED', drop: 9 },
      { title: 'SKIPPED', drop: 2 },
      { title: 'NEW', drop: 8 },
      { title: 'FIXED', drop: 6 },
      { title: 'CLUSTER', drop: 1 },
      { title: 'WHY', flexible: true },
    ],
    rows: runs.map((run): readonly Cell[] => [
      stateCell(run.state),
      { text: run.namespace },
      { text: run.job ?? '-' },
      { text: (run.started ?? '-').replace('.000Z', 'Z') },
      { text: run.age ?? '-' },
      { text: durationText(run.seconds) },
      { text: String(run.counts?.passed ?? '-') },
      { text: String(run.counts?.failed ?? '-') },
      { text: String(run.counts?.skipped ?? '-') },
      { text: String(run.newlyFailing ?? '-') },
      { text: String(run.fixed ?? '-') },
      { text: run.cluster },
      { text: [run.message, ...run.problems.filter((one) => one !== run.message)].filter(Boolean).join('; ') },
    ]),
  } as const
}

/** The first comparable pair of runs, preferably with new failures. */
function compareLine(runs: readonly TempestHistoryRun[]): readonly Cell[] {
  const pairs = runs.flatMap((run, i) => {
    const before = runs[i + 1]
    const isPair = before?.suite === run.suite && before.namespace === run.namespace && before.cluster === run.cluster
    return isPair && run.job && before.job && run.newlyFailing !== undefined ? [[run, before] as const] : []
  })
  const [run, before] = pairs.find(([one]) => (one.newlyFailing ?? 0) > 0) ?? pairs[0] ?? []
  if (!run || !before) return []
  const [a, b] = [`${before.namespace}/${before.job}`, `${run.namespace}/${run.job}`]
  return [{ text: `next: ${formatCommand(c5c3Command('tempest', 'compare', ...operands(a, b)))}` }]
}

function lastLine({ completeness, verdict, exitCode, scope, runs, suites }: TempestHistoryReport): string {
  const counts = `${runs.length} ${runs.length === 1 ? 'run' : 'runs'} of ${suites.length} ${suites.length === 1 ? 'suite' : 'suites'}`
  return `${completenessText(completeness, 'read in full', scope)} · ${counts} · ${verdict} · exit ${exitCode}`
}
