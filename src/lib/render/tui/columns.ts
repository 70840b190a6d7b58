// SPDX-License-Identifier: Apache-2.0

import type { Cell, Column } from '../../model/report/view.ts'
import { oneLine } from '../table.ts'
import { textWidth } from '../width.ts'

export const COLUMN_GAP = 2
/** A flexible column and a name keep this much before another column is dropped for them. */
const FLEXIBLE = 24
const NAME = 36
/** On a terminal so wide it is worth some words to see in which of many clusters a row is. */
const WIDE = 100
const BESIDE_CLUSTER = [30, 16] as const
/** And this much before the line is cut. */
const LEAST = 10

export interface Fitted {
  readonly column: Column
  readonly i: number
  readonly width: number
  /** Those that had no room, too. */
  readonly all: readonly Column[]
}

/** Rows of one line each: columns that can be spared go, then names and words get what room is left. */
export function fitColumns(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  room: number,
): readonly Fitted[] {
  const measured = columns
    .map((column, i) => ({ column: spared(column), i, widest: widest(rows, i), isName: i === nameColumn(rows) }))
    .filter(({ column, widest }) => !column.wide && widest > 0)
    .map((one) => ({ ...one, widest: Math.max(one.widest, textWidth(one.column.title)) }))
  const kept = withoutDropped(measured, room)
  const least = (one: Measured) => (one.column.flexible || one.isName ? Math.min(one.widest, LEAST) : one.widest)
  const widths = new Map(kept.map((one) => [one, least(one)]))
  let left = room - [...widths.values()].reduce((sum, width) => sum + width + COLUMN_GAP, -COLUMN_GAP)
  const grow = (one: Measured, to: number) => {
    const width = widths.get(one) ?? 0
    const more = Math.max(Math.min(to - width, left), 0)
    widths.set(one, width + more)
    left -= more
  }
  for (const one of kept) grow(one, minimum(one, ...BESIDE_CLUSTER))
  for (const one of kept) grow(one, minimum(one))
  for (const one of kept) if (one.isName) grow(one, one.widest)
  for (const one of kept) grow(one, one.widest)
  return kept.map((one) => ({ column: one.column, i: one.i, width: widths.get(one) ?? 0, all: columns }))
}

/** In which cluster the selected row is stands below it. */
const spared = (column: Column): Column =>
  column.title === 'CLUSTER' && column.drop === undefined ? { ...column, drop: Number.MAX_SAFE_INTEGER } : column

interface Measured {
  readonly column: Column
  readonly i: number
  readonly widest: number
  readonly isName: boolean
}

const widest = (rows: readonly (readonly Cell[])[], i: number) =>
  rows.reduce((most, row) => Math.max(most, textWidth(oneLine(row[i]?.text ?? ''))), 0)

/** The column that says what a row is about. */
function nameColumn(rows: readonly (readonly Cell[])[]): number {
  for (const row of rows) {
    const i = row.findIndex(({ about }) => about !== undefined)
    if (i >= 0) return i
  }
  return 0
}

const minimum = ({ column, widest, isName }: Measured, name = NAME, flexible = FLEXIBLE) =>
  Math.min(widest, isName ? name : column.flexible ? flexible : widest)

function withoutDropped(columns: readonly Measured[], room: number): readonly Measured[] {
  const [next] = columns
    .filter(({ column }) => column.drop !== undefined)
    .sort((a, b) => (a.column.drop ?? 0) - (b.column.drop ?? 0))
  const least = room >= WIDE && next?.column.title === 'CLUSTER' ? BESIDE_CLUSTER : []
  const needed = columns.reduce((sum, one) => sum + minimum(one, ...least) + COLUMN_GAP, -COLUMN_GAP)
  if (needed <= room || !next) return columns
  return withoutDropped(
    columns.filter((one) => one !== next),
    room,
  )
}
