// SPDX-License-Identifier: Apache-2.0
import stringWidth from 'fast-string-width'
import type { Block, Cell, Column, TableBlock, Tone, View } from '../model/view.ts'
import type { Drawn, Style } from './index.ts'
import { flatten } from './rows.ts'

const GAP = 2
/** A flexible column keeps this much before another column is dropped for it. */
const FLEXIBLE_MIN = 24
/** And never gets narrower than this. */
const FLEXIBLE_LEAST = 8

type Paint = (text: string, tone: Tone | undefined) => string

/** A view as lines: problems keep their words, colour only repeats them. */
export async function drawText(view: View, style: Style): Promise<Drawn> {
  const paint = style.color ? await chalkPaint() : plain
  const blocks = view.blocks.map((block) => drawBlock(block, style, paint)).filter((text) => text !== '')
  const notes = (view.notes ?? []).map((note) => `${paint(oneLine(note.text), note.tone)}\n`).join('')
  return { data: blocks.join('\n'), notes }
}

const plain: Paint = (text) => text

async function chalkPaint(): Promise<Paint> {
  const { Chalk } = await import('chalk')
  const chalk = new Chalk({ level: 1 })
  // one argument each: chalk prints all it is given
  const tones: Record<Tone, (text: string) => string> = {
    good: chalk.green,
    busy: chalk.yellow,
    bad: chalk.red,
    dim: chalk.dim,
    plain: (text) => text,
  }
  return (text, tone) => (tone && text.trim() !== '' ? tones[tone](text) : text)
}

function drawBlock(block: Block, style: Style, paint: Paint): string {
  if (block.type === 'lines')
    return block.lines.map((line) => `${paint(fitted(line.text, style), line.tone)}\n`).join('')
  return drawTable(block.type === 'tree' ? flatten(block) : block, style, paint)
}

/** One line, whatever a cluster wrote into it. */
const fitted = (text: string, { columns }: Style) =>
  columns === undefined ? oneLine(text) : cut(oneLine(text), columns)

function drawTable(table: TableBlock, style: Style, paint: Paint): string {
  const measured = table.columns
    .map((column, i) => ({ ...column, i, width: widthOf(table, i, style) }))
    .filter((column) => (!column.wide || style.format === 'wide') && column.width > 0)
  const shown = style.format === 'wide' ? measured : withoutDropped(measured, style.columns)
  const widths = style.format === 'wide' ? shown.map(({ width }) => width) : shrink(shown, style.columns)
  const head: Cell[] = shown.map((column) => ({ text: column.title }))
  const body = table.rows.map((row) => shown.map(({ i }) => ({ ...row[i], text: oneLine(row[i]?.text ?? '') })))
  const lines = style.headers ? [head, ...body] : body
  return lines.map((line) => `${drawLine(line, widths, paint)}\n`).join('')
}

/** A column that is empty in every row has no width: its title alone says nothing. */
function widthOf(table: TableBlock, i: number, style: Style): number {
  const widest = table.rows.reduce((most, row) => Math.max(most, stringWidth(oneLine(row[i]?.text ?? ''))), 0)
  return widest > 0 || table.rows.length === 0
    ? Math.max(widest, style.headers ? stringWidth(table.columns[i]?.title ?? '') : 0)
    : 0
}

interface Measured extends Column {
  readonly i: number
  readonly width: number
}

/** Whole columns that are left say more than all columns cut to stumps. */
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

function drawLine(cells: readonly Cell[], widths: readonly number[], paint: Paint): string {
  const last = cells.findLastIndex((cell) => cell.text !== '')
  return cells
    .slice(0, last + 1)
    .map((cell, i) => {
      const text = cut(cell.text, widths[i] ?? 0)
      const pad = i === last ? '' : ' '.repeat((widths[i] ?? 0) - stringWidth(text) + GAP)
      return paint(text, cell.tone) + pad
    })
    .join('')
    .trimEnd()
}

/** Takes width from the widest flexible columns until the line fits. */
function shrink(columns: readonly Measured[], room: number | undefined): number[] {
  const widths = columns.map(({ width }) => width)
  let excess = room === undefined ? 0 : widths.reduce((sum, width) => sum + width + GAP, -GAP) - room
  while (excess > 0) {
    const widest = columns.reduce<number | undefined>(
      (best, { flexible }, i) =>
        flexible && (best === undefined || (widths[i] ?? 0) > (widths[best] ?? 0)) ? i : best,
      undefined,
    )
    if (widest === undefined || (widths[widest] ?? 0) <= FLEXIBLE_LEAST) return widths
    widths[widest] = (widths[widest] ?? 0) - 1
    excess -= 1
  }
  return widths
}

function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (stringWidth(kept + segment) > width - 1) break
    kept += segment
  }
  return width > 0 ? `${kept}…` : ''
}

const oneLine = (text: string) => text.replace(/\s*[\n\t]\s*/g, ' ')
