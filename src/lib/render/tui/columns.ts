// SPDX-License-Identifier: Apache-2.0

import type { Cell, Column } from '../../model/report/view.ts'
import { oneLine } from '../table.ts'
import { textWidth } from '../width.ts'

export const COLUMN_GAP = 2

export interface Fitted {
  readonly column: Column
  readonly i: number
  readonly width: number
  /** All columns, including dropped ones. */
  readonly all: readonly Column[]
}

/** Fits rows into one line each: drops optional columns, then gives names and texts the remaining width. */
export function fitColumns(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  available: number,
): readonly Fitted[] {
  const measured = columns
    .map((column, i) => ({
      column: withOptionalCluster(column),
      i,
      widest: widest(rows, i),
      isName: i === nameColumn(rows),
    }))
    .filter(({ column, widest }) => !column.wide && widest > 0)
    .map((one) => ({ ...one, widest: Math.max(one.widest, textWidth(one.column.title)) }))
  const kept = withoutDropped(measured, available)
  const minWidth = (one: Measured) => (one.column.flexible || one.isName ? Math.min(one.widest, MIN_WIDTH) : one.widest)
  const widths = new Map(kept.map((one) => [one, minWidth(one)]))
  let remaining = available - [...widths.values()].reduce((sum, width) => sum + width + COLUMN_GAP, -COLUMN_GAP)
  const grow = (one: Measured, to: number) => {
    const width = widths.get(one) ?? 0
    const more = Math.max(Math.min(to - width, remaining), 0)
    widths.set(one, width + more)
    remaining -= more
  }
  for (const one of kept) grow(one, minimum(one, ...WIDTHS_WITH_CLUSTER))
  for (const one of kept) grow(one, minimum(one))
  for (const one of kept) if (one.isName) grow(one, one.widest)
  for (const one of kept) grow(one, one.widest)
  return kept.map((one) => ({ column: one.column, i: one.i, width: widths.get(one) ?? 0, all: columns }))
}

/** CLUSTER can be dropped: the pane shows the cluster of the selected row. */
const withOptionalCluster = (column: Column): Column =>
  column.title === 'CLUSTER' && column.drop === undefined ? { ...column, drop: Number.MAX_SAFE_INTEGER } : column

interface Measured {
  readonly column: Column
  readonly i: number
  readonly widest: number
  readonly isName: boolean
}

const widest = (rows: readonly (readonly Cell[])[], i: number) =>
  rows.reduce((most, row) => Math.max(most, textWidth(oneLine(row[i]?.text ?? ''))), 0)

/** The column with the object of a row. */
function nameColumn(rows: readonly (readonly Cell[])[]): number {
  for (const row of rows) {
    const i = row.findIndex(({ about }) => about !== undefined)
    if (i >= 0) return i
  }
  return 0
}

const minimum = ({ column, widest, isName }: Measured, name = NAME_WIDTH, flexible = FLEXIBLE_WIDTH) =>
  Math.min(widest, isName ? name : column.flexible ? flexible : widest)

function withoutDropped(columns: readonly Measured[], available: number): readonly Measured[] {
  const [next] = columns
    .filter(({ column }) => column.drop !== undefined)
    .sort((a, b) => (a.column.drop ?? 0) - (b.column.drop ?? 0))
  const widths = available >= WIDE_TERMINAL && next?.column.title === 'CLUSTER' ? WIDTHS_WITH_CLUSTER : []
  const needed = columns.reduce((sum, one) => sum + minimum(one, ...widths) + COLUMN_GAP, -COLUMN_GAP)
  if (needed <= available || !next) return columns
  return withoutDropped(
    columns.filter((one) => one !== next),
    available,
  )
}

/** Minimal widths of flexible columns and names before another column is dropped. */
const FLEXIBLE_WIDTH = 24
const NAME_WIDTH = 36
/** From this width on, narrower names and texts are accepted in order to keep the CLUSTER column. */
const WIDE_TERMINAL = 100
const WIDTHS_WITH_CLUSTER = [30, 16] as const
/** Minimal width before the line is cut. */
const MIN_WIDTH = 10
