// SPDX-License-Identifier: Apache-2.0
import type { Presentation } from '../../model/report/presentation.ts'
import type { Block, Cell, View } from '../../model/report/view.ts'
import { firstSentence } from '../../model/text/first-sentence.ts'
import { formatAge } from '../../model/text/time.ts'
import { clockLine } from '../events/clock-skew.ts'
import { linesBlock, listFooter } from '../lists/list-footer.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { nameOf, objectPlace } from '../shared/object-row.ts'
import { tableOf } from '../shared/table.ts'
import type { ChangesReport } from './report.ts'

export const changesForms: Presentation<ChangesReport> = {
  view: changesView,
  names: ({ changes }) => [...new Set(changes.map(objectPlace))],
  rows: { field: 'changes' },
}

function changesView(report: ChangesReport): View {
  const { changes, clocks, completeness, scope } = report
  return {
    blocks: [
      { type: 'lines', lines: [headline(report)] },
      ...(changes.length > 0 ? [table(report)] : []),
      ...linesBlock(clocks.map(clockLine)),
      listFooter(completeness, scope),
    ],
    notes: gapNotes(completeness.gaps),
  }
}

function headline({ changes, completeness, since }: ChangesReport): Cell {
  const [first] = changes
  const last = changes.at(-1)
  const unread = completeness.complete ? '' : ' in what could be read'
  if (!first || !last) return { text: `no changes since ${since}${unread}` }
  const span = formatAge(Date.parse(last.time) - Date.parse(first.time))
  const age = first.age ? `, the first ${first.age} ago` : ''
  return { text: `${changes.length} ${changes.length === 1 ? 'change' : 'changes'} in ${span}${age}${unread}` }
}

function table({ changes, completeness }: ChangesReport): Block {
  const isOne = completeness.clusters.length === 1
  return tableOf(changes, [
    { title: 'TIME', wide: true, cell: ({ time }) => time },
    { title: 'AGE', cell: ({ age }) => age ?? '' },
    {
      title: 'CHANGE',
      cell: ({ change }) => ({ text: change, ...(change === 'restart' ? { tone: 'bad' as const } : {}) }),
    },
    { title: 'OBJECT', flexible: true, cell: nameOf },
    { title: 'CLUSTER', ...(isOne ? { wide: true } : { drop: 1 }), cell: ({ cluster }) => cluster },
    { title: 'DETAIL', flexible: true, cell: ({ says }) => says.map(firstSentence).join('; ') },
    { title: 'MESSAGE', wide: true, cell: ({ says }) => says.join('; ') },
  ])
}
