// SPDX-License-Identifier: Apache-2.0

import type { Cell, Column, TableBlock, Tone } from '../model/report/view.ts'
import type { Style } from './index.ts'
import { textWidth } from './width.ts'
import { firstLines, wrap } from './wrap.ts'

export type Paint = (text: string, tone: Tone | undefined) => string

/** A table whose rows may have their own indentation of continuation lines. */
export type IndentedTable = TableBlock & { readonly hangs?: readonly string[] }

/**
 * Fits a table to the terminal without losing text. Optional columns are dropped first; text that does not fit its
 * column is printed below the row; a name that is too long gets its own line.
 */
export function drawTable(table: IndentedTable, style: Style, paint: Paint): string {
  const measured = table.columns
    .map((column, i) => ({ ...column, i, width: widthOf(table, i, style) }))
    .filter((column) => (!column.wide || style.format === 'wide') && column.width > 0)
  const maxWidth = style.format === 'wide' ? undefined : style.columns
  const textOf = (row: readonly Cell[], i: number) => oneLine(row[i]?.text ?? '')
  const fits = ({ i }: Measured, width: number) => {
    const nonEmpty = table.rows.filter((row) => textOf(row, i) !== '')
    return nonEmpty.filter((row) => textWidth(textOf(row, i)) <= width).length * 2 >= nonEmpty.length
  }
  const layout = layoutOf(withoutDropped(measured, maxWidth), maxWidth, fits)
  const body = table.rows.map((row, at) => ({
    cells: layout.columns.map(({ i }) => ({ ...row[i], text: textOf(row, i) })),
    hang: table.hangs?.[at] ?? hangOf(row[layout.columns[0]?.i ?? 0]?.text),
  }))
  const head = {
    // a text that is always below its row needs no title: a second header line reads like a row
    cells: layout.columns.map(({ title }, at): Cell => ({ text: layout.widths[at] === 0 ? '' : title })),
    hang: hangOf(layout.columns[0]?.title),
  }
  const lines = style.headers ? [head, ...body] : body
  return lines.map((line) => drawRow(line, layout, paint)).join('')
}

/** Text below an indented row is indented further. */
const hangOf = (text = '') => `${/^ */.exec(text)?.[0] ?? ''}${INDENT}`

/** Text from clusters may contain line breaks. */
export const oneLine = (text: string) => text.replace(/\s*[\n\t]\s*/g, ' ')

/** A column that is empty in every row has no width. */
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

/** Fewer complete columns are more useful than all columns truncated. */
function withoutDropped(columns: readonly Measured[], maxWidth: number | undefined): readonly Measured[] {
  const needed = columns.reduce(
    (sum, { width, flexible }) => sum + (flexible ? Math.min(width, FLEXIBLE_MIN) : width) + GAP,
    -GAP,
  )
  const next = columns.filter(({ drop }) => drop !== undefined).sort((a, b) => (a.drop ?? 0) - (b.drop ?? 0))[0]
  if (maxWidth === undefined || needed <= maxWidth || !next) return columns
  return withoutDropped(
    columns.filter((column) => column !== next),
    maxWidth,
  )
}

interface Layout {
  readonly maxWidth: number | undefined
  readonly columns: readonly Measured[]
  /** Width of each column; 0: its text is always printed below the row. */
  readonly widths: readonly number[]
}

/** Shrinks flexible columns first, the widest first, as long as most of their texts fit; then the first column. */
function layoutOf(
  columns: readonly Measured[],
  maxWidth: number | undefined,
  fits: (column: Measured, width: number) => boolean,
): Layout {
  const widths = columns.map(({ width }) => width)
  let excess = maxWidth === undefined ? 0 : widths.reduce((sum, width) => sum + width + GAP, -GAP) - maxWidth
  for (const [i, column] of [...columns.entries()].reverse().sort(([, a], [, b]) => b.width - a.width)) {
    if (excess <= 0) break
    if (!column.flexible || i === 0) continue
    const width = column.width
    const minimum = textWidth(column.title)
    const remaining = width - excess >= minimum && fits(column, width - excess) ? width - excess : 0
    widths[i] = remaining
    excess -= width - remaining + (remaining === 0 ? GAP : 0)
  }
  const [first = 0] = widths
  if (excess > 0) widths[0] = Math.max(Math.min(first, FIRST_MIN), first - excess)
  return { maxWidth, columns, widths }
}

interface Row {
  readonly cells: readonly Cell[]
  readonly hang: string
}

function drawRow({ cells, hang }: Row, { maxWidth, widths }: Layout, paint: Paint): string {
  const [first, ...others] = cells.map((cell, i) => ({ ...cell, width: widths[i] ?? 0 }))
  if (!first) return '\n'
  const fits = ({ text, width }: { text: string; width: number }) => textWidth(text) <= width
  const inline = others.filter(({ width }) => width > 0)
  const isWide =
    inline.reduce((sum, { width }) => sum + width + GAP, first.width) > (maxWidth ?? Number.POSITIVE_INFINITY)
  const isNamed = inline.some(({ text }) => text !== '')
  if (isNamed && (isWide || !fits(first))) {
    const rest = others.filter(({ text }) => text !== '')
    return [...nameLines(first, maxWidth, hang, paint), ...linesBelow(rest, maxWidth, hang, paint)]
      .map((line) => `${line}\n`)
      .join('')
  }
  const overflowing = others.filter((cell) => cell.text !== '' && !fits(cell))
  const kept = [first, ...inline].map((cell) => (overflowing.includes(cell) ? { ...cell, text: '' } : cell))
  const line = isNamed ? [alignCells(kept, paint)] : nameLines(first, maxWidth, hang, paint)
  return [...line, ...linesBelow(overflowing, maxWidth, hang, paint)].map((text) => `${text}\n`).join('')
}

const nameLines = (cell: Cell, maxWidth: number | undefined, hang: string, paint: Paint) =>
  wrap(cell.text, { first: maxWidth, next: (maxWidth ?? 0) - textWidth(hang) }).map((line, i) =>
    paint(i === 0 ? line : `${hang}${line}`, cell.tone),
  )

function alignCells(cells: readonly (Cell & { readonly width: number })[], paint: Paint): string {
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

/** Cells one after another below the name they belong to. */
function linesBelow(
  cells: readonly Cell[],
  maxWidth: number | undefined,
  hang: string,
  paint: Paint,
): readonly string[] {
  const inner = maxWidth === undefined ? undefined : Math.max(maxWidth - textWidth(hang), 1)
  const lines: string[] = []
  let remaining = 0
  for (const { text, tone } of cells) {
    const isContinued = lines.length > 0 && (inner === undefined || fitsBehind(text, remaining, inner))
    const first = inner === undefined ? undefined : isContinued ? remaining : inner
    const parts = firstLines(wrap(text, { first, next: inner ?? 0 }), MAX_LINES)
    for (const [i, part] of parts.entries()) {
      if (i === 0 && isContinued) lines.push(`${lines.pop()}${INDENT}${paint(part, tone)}`)
      else lines.push(`${hang}${paint(part, tone)}`)
      remaining = (i === 0 ? (first ?? 0) : (inner ?? 0)) - textWidth(part) - GAP
    }
  }
  return lines
}

/** Whether text may begin in the rest of a line: all of it fits, or it fills most of the rest. */
function fitsBehind(text: string, remaining: number, maxWidth: number): boolean {
  if (textWidth(text) <= remaining) return true
  const [start = ''] = wrap(text, { first: remaining, next: maxWidth })
  return remaining * 2 > maxWidth && textWidth(start) * 2 > remaining
}

const GAP = 2
/** Minimal width of a flexible column before another column is dropped. */
const FLEXIBLE_MIN = 24
/** Minimal width of the first column; a longer name gets its own line. */
const FIRST_MIN = 16
/** Longer texts are available in other formats: a message of twenty lines would push the rest off the screen. */
const MAX_LINES = 4
const INDENT = ' '.repeat(GAP)
