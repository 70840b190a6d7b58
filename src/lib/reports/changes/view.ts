// SPDX-License-Identifier: Apache-2.0
import type { Presentation } from '../../model/report/presentation.ts'
import type { Block, View } from '../../model/report/view.ts'
import { formatAge } from '../../model/text/time.ts'
import { clockLine } from '../shared/clock-skew.ts'
import { completenessText } from '../shared/completeness.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { nameOf, objectPlace } from '../shared/object-row.ts'
import type { ChangesReport } from './report.ts'

export const changesForms: Presentation<ChangesReport> = {
  view: changesView,
  names: ({ changes }) => [...new Set(changes.map(objectPlace))],
  rows: { field: 'changes' },
}

function changesView(report: ChangesReport): View {
  return {
    blocks: [
      report.changes.length > 0
        ? table(report)
        : { type: 'lines', lines: [{ text: `nothing of what was read changed since ${report.since}` }] },
      { type: 'lines', lines: [...report.clocks.map(clockLine), { text: lastLine(report) }] },
    ],
    notes: gapNotes(report.completeness.gaps),
  }
}

function table({ changes, completeness }: ChangesReport): Block {
  const isOne = completeness.clusters.length === 1
  return {
    type: 'table',
    columns: [
      { title: 'TIME', wide: true },
      { title: 'AGO' },
      { title: 'CHANGE' },
      { title: 'OBJECT', flexible: true },
      { title: 'CLUSTER', ...(isOne ? { wide: true } : {}) },
      { title: 'NOW', flexible: true },
    ],
    rows: changes.map((row) => [
      { text: row.time },
      { text: row.age ?? '' },
      { text: row.change, ...(row.change === 'restart' ? { tone: 'bad' as const } : {}) },
      { text: nameOf(row) },
      { text: row.cluster },
      { text: row.says.join('; ') },
    ]),
  }
}

function lastLine({ completeness, changes, verdict, exitCode, scope, since }: ChangesReport): string {
  const objects = new Set(changes.map(objectPlace)).size
  const newest = changes.at(-1)
  const span = newest ? `, over ${formatAge(Date.parse(newest.time) - Date.parse(changes[0]?.time ?? since))}` : ''
  const counts = `${changes.length} ${changes.length === 1 ? 'change' : 'changes'} of ${objects} ${objects === 1 ? 'object' : 'objects'}${span}`
  return `${completenessText(completeness, 'read in full', scope)} · ${counts} · ${verdict} · exit ${exitCode}`
}
