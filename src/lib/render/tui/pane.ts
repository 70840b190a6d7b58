// SPDX-License-Identifier: Apache-2.0
import type { Block, Cell, View } from '../../model/report/view.ts'
import { drawBlocks } from '../text.ts'
import type { Scene } from './frame.ts'
import type { Line } from './layout.ts'
import type { Pen } from './paint.ts'
import { currentOf, cursorOf } from './state.ts'

/** Details of the selected row, as much as fits. */
export function paneLines({ state, screen, layout, geometry, pen }: Scene): readonly string[] {
  const { pane } = geometry
  const position = currentOf(state)
  const line = layout.lines[layout.rows[cursorOf(position, layout)] ?? -1]
  const head = pane.at === 'below' ? [pen.tone(pen.plain('─'.repeat(pane.width)), 'dim')] : []
  const available = pane.height - head.length
  const view = 'view' in position.wanted ? position.wanted.view : undefined
  const lines = line?.type === 'row' ? drawDetails(line, screen.details(line.about ?? '', view), pane.width, pen) : []
  const shown = lines.length > available ? [...lines.slice(0, available - 1), pen.tone(pen.plain('…'), 'dim')] : lines
  return [...head, ...shown, ...Array(Math.max(available - shown.length, 0)).fill('')]
}

type Row = Extract<Line, { type: 'row' }>

/** Cache of the last result: frames are redrawn more often than the selection changes. */
let cached:
  | { readonly row: Row; readonly view: View; readonly width: number; readonly lines: readonly string[] }
  | undefined

function drawDetails(row: Row, view: View, width: number, pen: Pen): readonly string[] {
  if (cached?.row === row && cached.view === view && cached.width === width) return cached.lines
  const [first, ...others] = view.blocks
  const blocks: readonly Block[] =
    row.about === undefined || !first ? [fullRow(row)] : [withRest(first, restOf(row, first)), ...others]
  const style = { format: 'table', headers: true, ascii: false, color: true, columns: width } as const
  const text = drawBlocks({ blocks }, style, (part, tone) => pen.tone(part, tone))
  const lines = pen.plain(text).replace(/\n$/, '').split('\n')
  cached = { row, view, width, lines }
  return lines
}

/** For a row about no single object: all its cells with their titles. */
function fullRow({ cells, columns }: Row): Block {
  const titles = columns[0]?.all ?? []
  const texts = cells.flatMap(({ text }, i) => (text === '' ? [] : [`${titles[i]?.title ?? ''} ${text}`.trim()]))
  return { type: 'lines', lines: [{ text: texts.join(' · ') }] }
}

/** Inserts them before dim lines: the pane may have few lines. */
function withRest(first: Block, rest: readonly Cell[]): Block {
  if (first.type !== 'lines') return first
  const [dim, important] = [
    first.lines.filter(({ tone }) => tone === 'dim'),
    first.lines.filter(({ tone }) => tone !== 'dim'),
  ]
  return { ...first, lines: [...important, ...rest, ...dim] }
}

/** Sentences of the row that the details do not contain, such as findings of checks. */
function restOf({ cells, columns }: Row, first: Block): readonly Cell[] {
  const details = first.type === 'lines' ? first.lines.map(({ text }) => text).join('\n') : ''
  const titles = columns[0]?.all ?? []
  return cells.flatMap(({ text, about }, i): readonly Cell[] => {
    const { title = '', flexible = false, wide = false } = titles[i] ?? {}
    // The same text in another order, or without separators, is not repeated.
    const isRepeated = text.split(/[:;,] /).every((part) => details.includes(part))
    const isNew = flexible && !wide && about === undefined && text !== '' && !isRepeated
    return isNew ? [{ text: `${title.toLowerCase()}: ${text}` }] : []
  })
}
