// SPDX-License-Identifier: Apache-2.0

import type { Presentation } from '../../model/report/presentation.ts'
import type { Block, Cell, View } from '../../model/report/view.ts'
import { c5c3Command, formatCommand, operands } from '../../model/text/command.ts'
import { linesBlock, listFooter } from '../lists/list-footer.ts'
import { sentence } from '../lists/verdict-line.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { stateCell } from '../shared/state-cell.ts'
import { tableOf } from '../shared/table.ts'
import { durationText, type TempestHistoryReport, type TempestHistoryRun } from './history.ts'

export const tempestHistoryForms: Presentation<TempestHistoryReport> = {
  view,
  names: ({ runs }) => runs.flatMap(({ job, namespace, cluster }) => (job ? [`${namespace}/${job}@${cluster}`] : [])),
  rows: { field: 'runs' },
}

function view(report: TempestHistoryReport): View {
  const { runs, suites, completeness, scope } = report
  const stale = suites.filter(({ recent }) => !recent)
  return {
    blocks: [
      { type: 'lines', lines: [headline(report)] },
      ...(runs.length > 0 ? [table(runs)] : []),
      ...linesBlock([
        ...stale.map(
          ({ object, message }): Cell => ({ text: `${object}: ${message ?? 'no recent result'}`, tone: 'busy' }),
        ),
        ...compareLine(runs),
      ]),
      listFooter(completeness, scope),
    ],
    notes: gapNotes(completeness.gaps),
  }
}

function headline({ runs, suites, verdict }: TempestHistoryReport): Cell {
  const failed = runs.filter(({ counts }) => (counts?.failed ?? 0) > 0).length
  const counts = `${runs.length} ${runs.length === 1 ? 'run' : 'runs'} of ${suites.length} ${suites.length === 1 ? 'suite' : 'suites'}`
  return sentence(verdict, failed > 0 ? `${counts} · tests failed in ${failed}` : counts)
}

const table = (runs: readonly TempestHistoryRun[]): Block =>
  tableOf(runs, [
    { title: 'NAMESPACE', flexible: true, cell: ({ namespace }) => namespace },
    { title: 'JOB', drop: 7, cell: ({ job }) => job ?? '-' },
    { title: 'STATE', cell: ({ state }) => stateCell(state) },
    { title: 'STARTED', drop: 3, cell: ({ started }) => (started ?? '-').replace('.000Z', 'Z') },
    { title: 'AGE', cell: ({ age }) => age ?? '-' },
    { title: 'DURATION', drop: 4, cell: ({ seconds }) => durationText(seconds) },
    { title: 'PASSED', drop: 5, cell: ({ counts }) => String(counts?.passed ?? '-') },
    { title: 'FAILED', drop: 9, cell: ({ counts }) => String(counts?.failed ?? '-') },
    { title: 'SKIPPED', drop: 2, cell: ({ counts }) => String(counts?.skipped ?? '-') },
    { title: 'NEW', drop: 8, cell: ({ newlyFailing }) => String(newlyFailing ?? '-') },
    { title: 'FIXED', drop: 6, cell: ({ fixed }) => String(fixed ?? '-') },
    { title: 'CLUSTER', drop: 1, cell: ({ cluster }) => cluster },
    {
      title: 'REASON',
      flexible: true,
      cell: ({ message, problems }) =>
        [message, ...problems.filter((one) => one !== message)].filter(Boolean).join('; '),
    },
  ])

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
