// SPDX-License-Identifier: Apache-2.0
import type { Block, Cell, Tone, View } from '../model/report/view.ts'
import type { RenderedText, Style } from './index.ts'
import { flattenTree } from './rows.ts'
import { drawTable, oneLine, type Paint } from './table.ts'
import { wrap } from './wrap.ts'

/** A view as text: colour only repeats what the text says. */
export async function drawText(view: View, style: Style): Promise<RenderedText> {
  const paint = style.color ? await chalkPaint() : plain
  const notes = (view.notes ?? []).map((note) => `${paint(oneLine(note.text), note.tone)}\n`).join('')
  return { data: drawBlocks(view, style, paint), notes }
}

export function drawBlocks(view: View, style: Style, paint: Paint): string {
  const blocks = view.blocks.map((block) => drawBlock(block, style, paint))
  return blocks.filter((text) => text !== '').join('\n')
}

const plain: Paint = (text) => text

async function chalkPaint(): Promise<Paint> {
  const { Chalk } = await import('chalk')
  const chalk = new Chalk({ level: 1 })
  // One argument each: chalk prints all its arguments.
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
  if (block.type !== 'lines') return drawTable(block.type === 'tree' ? flattenTree(block) : block, style, paint)
  return block.lines.flatMap((cell) => wrapLine(cell, style).map((line) => `${paint(line, cell.tone)}\n`)).join('')
}

function wrapLine(cell: Cell, { columns }: Style): readonly string[] {
  const text = oneLine(cell.text)
  if (cell.isCommand) return [text]
  const hang = cell.hang === undefined ? `${/^\s*/.exec(text)?.[0] ?? ''}${HANG}` : ' '.repeat(cell.hang)
  const parts = wrap(text, { first: columns, next: (columns ?? 0) - hang.length })
  return parts.map((line, i) => (i === 0 ? line : `${hang}${line}`))
}

/** Continuation lines are indented. */
const HANG = '  '
