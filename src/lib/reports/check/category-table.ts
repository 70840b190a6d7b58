// SPDX-License-Identifier: Apache-2.0
import { CATEGORIES } from '../../model/check/check.ts'
import type { Block, Cell } from '../../model/report/view.ts'
import { type CellColumn, tableOf } from '../shared/table.ts'
import { cataloguedChecks, isConsequence } from './outcomes.ts'
import type { CheckRow } from './report.ts'

/** How many checks of each category came to which outcome, for -o wide; without the columns that are all zero. */
export function categoryTable(checks: readonly CheckRow[]): Block {
  const rows = CATEGORIES.map((category) => ({
    category,
    members: cataloguedChecks(checks).filter((row) => row.category === category),
  })).filter(({ members }) => members.length > 0)
  const columns = COUNTERS.filter(({ is }) => rows.some(({ members }) => members.some(is)))
  return tableOf<CategoryRow>(rows, [
    { title: 'CATEGORY', cell: categoryCell },
    { title: 'CHECKS', cell: ({ members }) => String(members.length) },
    ...columns.map(
      ({ title, is }): CellColumn<CategoryRow> => ({
        title,
        cell: ({ members }) => String(members.filter(is).length),
      }),
    ),
  ])
}

interface CategoryRow {
  readonly category: string
  readonly members: readonly CheckRow[]
}

const COUNTERS: readonly { readonly title: string; readonly is: (row: CheckRow) => boolean }[] = [
  { title: 'PASSED', is: ({ outcome }) => outcome === 'ok' },
  { title: 'FAILED', is: ({ findings }) => findings > 0 },
  { title: 'CONSEQUENCES', is: isConsequence },
  { title: 'NOT RUN', is: ({ outcome }) => outcome === 'unknown' },
  { title: 'NOT APPLICABLE', is: ({ outcome }) => outcome === 'not applicable' },
]

function categoryCell({ category, members }: CategoryRow): Cell {
  if (members.some(({ findings }) => findings > 0)) return { text: `✖ ${category}`, tone: 'bad' }
  if (members.some(({ outcome }) => outcome === 'unknown')) return { text: `? ${category}`, tone: 'busy' }
  if (members.some(isConsequence)) return { text: `⏸ ${category}`, tone: 'busy' }
  if (members.every(({ outcome }) => outcome === 'not applicable')) return { text: `· ${category}`, tone: 'dim' }
  return { text: `✔ ${category}`, tone: 'good' }
}
