// SPDX-License-Identifier: Apache-2.0
import stringWidth from 'fast-string-width'
import type { Block, Cell, TableBlock, Tone, View } from '../model/view.ts'
import type { Drawn, Style } from './index.ts'

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
  const tones: Record<Tone, Paint> = {
    good: chalk.green,
    busy: chalk.yellow,
    bad: chalk.red,
    dim: chalk.dim,
    plain,
  }
  return (text, tone) => (tone && text.trim() !== '' ? tones[tone](text, tone) : text)
}

function drawBlock(block: Block, style: Style, paint: Paint): string {
  if (block.type === 'lines')
    return block.lines.map((line) => `${paint(fitted(line.text, style), line.tone)}\n`).join('')
  return drawTable(block, style, paint)
}

const fitted = (text: string, style: Style) => (style.columns === undefined ? text : cut(text, style.columns))

function drawTable(table: TableBlock, style: Style, paint: Paint): string {
  const shown = table.columns
    .map((column, i) => ({ ...column, i }))
    .filter((column) => !column.wide || style.format === 'wide')
  const head: Cell[] = shown.map((column) => ({ text: column.title }))
  const body = table.rows.map((row) => shown.map(({ i }) => ({ ...row[i], text: oneLine(row[i]?.text ?? '') })))
  const lines = style.headers ? [head, ...body] : body
  const widths = shrink(
    shown.map((_, i) => Math.max(0, ...lines.map((line) => stringWidth(line[i]?.text ?? '')))),
    shown.map((column) => column.flexible === true),
    style.columns,
  )
  return lines.map((line) => `${drawLine(line, widths, paint)}\n`).join('')
}

function drawLine(cells: readonly Cell[], widths: readonly number[], paint: Paint): string {
  const last = cells.findLastIndex((cell) => cell.text !== '')
  return cells
    .slice(0, last + 1)
    .map((cell, i) => {
      const text = cut(cell.text, widths[i] ?? 0)
      const pad = i === last ? '' : ' '.repeat((widths[i] ?? 0) - stringWidth(text) + 2)
      return paint(text, cell.tone) + pad
    })
    .join('')
    .trimEnd()
}

/** Takes width from the widest flexible columns until the line fits; never below eight characters. */
function shrink(widths: readonly number[], flexible: readonly boolean[], columns: number | undefined): number[] {
  const fitted = [...widths]
  if (columns === undefined) return fitted
  let excess = fitted.reduce((sum, width) => sum + width + 2, -2) - columns
  while (excess > 0) {
    const widest = fitted.reduce(
      (best, width, i) => (flexible[i] && width > (fitted[best] ?? 0) ? i : best),
      flexible.indexOf(true),
    )
    if (widest === -1 || (fitted[widest] ?? 0) <= 8) return fitted
    fitted[widest] = (fitted[widest] ?? 0) - 1
    excess -= 1
  }
  return fitted
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
