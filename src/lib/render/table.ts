// SPDX-License-Identifier: Apache-2.0

import type { Cell, Column, TableBlock, Tone } from '../model/report/view.ts'
import type { Style } from './index.ts'
import { textWidth } from './width.ts'
import { firstLines, wrap } from './wrap.ts'

const GAP = 2
/** A flexible column keeps this much before another column is dropped for it. */
const FLEXIBLE_MIN = 24
/** The first column keeps this much; a longer name has a line of its own. */
const FIRST_MIN = 16
/** Words that are longer stand in the other formats: a message of twenty lines hides what is above it. */
const MOST_LINES = 4
const INDENT = ' '.repeat(GAP)

export type Paint = (text: string, tone: Tone | undefined) => string

/** A table whose rows may say what the lines that continue them begin with. */
export type IndentedTable = TableBlock & { readonly hangs?: readonly string[] }

/**
 * A table that fits the terminal without losing a word. Columns that can be spared go first; what does not fit into its
 * column stands below its row; a name that is too long has a line of its own.
 */
export function drawTable(table: IndentedTable, style: Style, paint: Paint): string {
  const measured = table.columns
    .map((column, i) => ({ ...column, i, width: widthOf(table, i, style) }))
    .filter((column) => (!column.wide || style.format === 'wide') && column.width > 0)
  const room = style.format === 'wide' ? undefined : style.columns
  const textOf = (row: readonly Cell[], i: number) => oneLine(row[i]?.text ?? '')
  const fits = ({ i }: Measured, width: number) => {
    const wide = table.rows.filter((row) => textOf(row, i) !== '')
    return wide.filter((row) => textWidth(textOf(row, i)) <= width).length * 2 >= wide.length
  }
  const layout = layoutOf(withoutDropped(measured, room), room, fits)
  const body = table.rows.map((row, at) => ({
    cells: layout.columns.map(({ i }) => ({ ...row[i], text: textOf(row, i) })),
    hang: table.hangs?.[at] ?? hangOf(row[layout.columns[0]?.i ?? 0]?.text),
  }))
  const head = {
    cells: layout.columns.map(({ title }): Cell => ({ text: title })),
    hang: hangOf(layout.columns[0]?.title),
  }
  const lines = style.headers ? [head, ...body] : body
  return lines.map((line) => drawRow(line, layout, paint)).join('')
}

/** What stands below a row that is set in is set in further. */
const hangOf = (text = '') => `${/^ */.exec(text)?.[0] ?? ''}${INDENT}`

/** One line, whatever a cluster wrote into it. */
export const oneLine = (text: string) => text.replace(/\s*[\n\t]\s*/g, ' ')

/** A column that is empty in every row has no width: its title alone says nothing. */
function widthOf(table: TableBlock, i: number, style: Style): number {
  const widest = table.rows.reduce((most, row) => Math.max(most, textWidth(oneLine(row[i]?.text ?? ''))), 0)
  return widest > 0 || table.rows.length === 0
    ? Math.max(widest, style.headers ? textWidth(table.columns[i]?.title ?? '') : 0)
    : 0
}

interface Measured extends Column {
  readonly i: number
  readonly width: number
}

/** Whole columns that are left say more than all columns in pieces. */
function withoutDropped(columns: readonly Measured[], room: number | undefined): readonly Measured[] {
  const needed = columns.reduce(
    (sum, { width, flexible }) => sum + (flexible ? Math.min(width, FLEXIBLE_MIN) : width) + GAP,
    -GAP,
  )
  const next = columns.filter(({ drop }) => drop !== undefined).sort((a, b) => (a.drop ?? 0) - (b.drop ?? 0))[0]
  if (room === undefined || needed <= room || !next) return columns
  return withoutDropped(
    columns.filter((column) => column !== next),
    room,
  )
}

interface Layout {
  readonly room: number | undefined
  readonly columns: readonly Measured[]
  /** How wide each column is; 0: its words always stand below the row. */
  readonly widths: readonly number[]
}

/** Width is taken from the flexible columns first, the widest first, as long as most of their words fit; then from names. */
function layoutOf(
  columns: readonly Measured[],
  room: number | undefined,
  fits: (column: Measured, width: number) => boolean,
): Layout {
  const widths = columns.map(({ width }) => width)
  let excess = room === undefined ? 0 : widths.reduce((sum, width) => sum + width + GAP, -GAP) - room
  for (const [i, column] of [...columns.entries()].reverse().sort(([, a], [, b]) => b.width - a.width)) {
    if (excess <= 0) break
    if (!column.flexible || i === 0) continue
    const width = column.width
    const least = textWidth(column.title)
    const left = width - excess >= least && fits(column, width - excess) ? width - excess : 0
    widths[i] = left
    excess -= width - left + (left === 0 ? GAP : 0)
  }
  const [first = 0] = widths
  if (excess > 0) widths[0] = Math.max(Math.min(first, FIRST_MIN), first - excess)
  return { room, columns, widths }
}

interface Row {
  readonly cells: readonly Cell[]
  readonly hang: string
}

function drawRow({ cells, hang }: Row, { room, widths }: Layout, paint: Paint): string {
  const [first, ...others] = cells.map((cell, i) => ({ ...cell, width: widths[i] ?? 0 }))
  if (!first) return '\n'
  const fits = ({ text, width }: { text: string; width: number }) => textWidth(text) <= width
  const inline = others.filter(({ width }) => width > 0)
  const isWide = inline.reduce((sum, { width }) => sum + width + GAP, first.width) > (room ?? Number.POSITIVE_INFINITY)
  const isNamed = inline.some(({ text }) => text !== '')
  if (isNamed && (isWide || !fits(first))) {
    const rest = others.filter(({ text }) => text !== '')
    return [...named(first, room, hang, paint), ...below(rest, room, hang, paint)].map((line) => `${line}\n`).join('')
  }
  const late = others.filter((cell) => cell.text !== '' && !fits(cell))
  const kept = [first, ...inline].map((cell) => (late.includes(cell) ? { ...cell, text: '' } : cell))
  const line = isNamed ? [aligned(kept, paint)] : named(first, room, hang, paint)
  return [...line, ...below(late, room, hang, paint)].map((text) => `${text}\n`).join('')
}

const named = (cell: Cell, room: number | undefined, hang: string, paint: Paint) =>
  wrap(cell.text, { first: room, next: (room ?? 0) - textWidth(hang) }).map((line, i) =>
    paint(i === 0 ? line : `${hang}${line}`, cell.tone),
  )

function aligned(cells: readonly (Cell & { readonly width: number })[], paint: Paint): string {
  const last = cells.findLastIndex((cell) => cell.text !== '')
  return cells
    .slice(0, last + 1)
    .map(({ text, tone, width }, i) => {
      const pad = i === last ? '' : ' '.repeat(Math.max(width - textWidth(text), 0) + GAP)
      return paint(text, tone) + pad
    })
    .join('')
    .trimEnd()
}

/** Cells one after another under the name they belong to. */
function below(cells: readonly Cell[], room: number | undefined, hang: string, paint: Paint): readonly string[] {
  const inner = room === undefined ? undefined : Math.max(room - textWidth(hang), 1)
  const lines: string[] = []
  let left = 0
  for (const { text, tone } of cells) {
    const goesOn = lines.length > 0 && (inner === undefined || goesWith(text, left, inner))
    const first = inner === undefined ? undefined : goesOn ? left : inner
    const parts = firstLines(wrap(text, { first, next: inner ?? 0 }), MOST_LINES)
    for (const [i, part] of parts.entries()) {
      if (i === 0 && goesOn) lines.push(`${lines.pop()}${INDENT}${paint(part, tone)}`)
      else lines.push(`${hang}${paint(part, tone)}`)
      left = (i === 0 ? (first ?? 0) : (inner ?? 0)) - textWidth(part) - GAP
    }
  }
  return lines
}

/** Whether words may begin in what is left of a line: all of them fit, or they fill most of it. */
function goesWith(text: string, left: number, room: number): boolean {
  if (textWidth(text) <= left) return true
  const [start = ''] = wrap(text, { first: left, next: room })
  return left * 2 > room && textWidth(start) * 2 > left
}
