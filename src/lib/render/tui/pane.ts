// SPDX-License-Identifier: Apache-2.0
import type { Block, Cell, View } from '../../model/report/view.ts'
import { drawBlocks } from '../text.ts'
import type { Scene } from './frame.ts'
import type { Line } from './layout.ts'
import type { Pen } from './paint.ts'
import { currentOf, cursorOf } from './state.ts'

/** Details of the selected row, as much as there is room for. */
export function paneLines({ state, screen, layout, geometry, pen }: Scene): readonly string[] {
  const { pane } = geometry
  const place = currentOf(state)
  const line = layout.lines[layout.rows[cursorOf(place, layout)] ?? -1]
  const head = pane.at === 'below' ? [pen.tone(pen.plain('─'.repeat(pane.width)), 'dim')] : []
  const room = pane.height - head.length
  const view = 'view' in place.wanted ? place.wanted.view : undefined
  const lines = line?.type === 'row' ? drawn(line, screen.details(line.about ?? '', view), pane.width, pen) : []
  const shown = lines.length > room ? [...lines.slice(0, room - 1), pen.tone(pen.plain('…'), 'dim')] : lines
  return [...head, ...shown, ...Array(Math.max(room - shown.length, 0)).fill('')]
}

type Row = Extract<Line, { type: 'row' }>

/** What was drawn for a row last: moving elsewhere and back is rare, drawing the same again is not. */
let last:
  | { readonly row: Row; readonly view: View; readonly width: number; readonly lines: readonly string[] }
  | undefined

function drawn(row: Row, view: View, width: number, pen: Pen): readonly string[] {
  if (last?.row === row && last.view === view && last.width === width) return last.lines
  const [first, ...others] = view.blocks
  const blocks: readonly Block[] =
    row.about === undefined || !first ? [wordsOf(row)] : [withRest(first, restOf(row, first)), ...others]
  const style = { format: 'table', headers: true, ascii: false, color: true, columns: width } as const
  const text = drawBlocks({ blocks }, style, (words, tone) => pen.tone(words, tone))
  const lines = pen.plain(text).replace(/\n$/, '').split('\n')
  last = { row, view, width, lines }
  return lines
}

/** A row about no single object: its words in full, with what they are. */
function wordsOf({ cells, columns }: Row): Block {
  const titles = columns[0]?.all ?? []
  const words = cells.flatMap(({ text }, i) => (text === '' ? [] : [`${titles[i]?.title ?? ''} ${text}`.trim()]))
  return { type: 'lines', lines: [{ text: words.join(' · ') }] }
}

/** They stand before what is only said in passing: the pane may have few lines. */
function withRest(first: Block, rest: readonly Cell[]): Block {
  if (first.type !== 'lines') return first
  const [dim, told] = [
    first.lines.filter(({ tone }) => tone === 'dim'),
    first.lines.filter(({ tone }) => tone !== 'dim'),
  ]
  return { ...first, lines: [...told, ...rest, ...dim] }
}

/** Sentences of the row that the first lines about its object do not say: what a check found on it. */
function restOf({ cells, columns }: Row, first: Block): readonly Cell[] {
  const said = first.type === 'lines' ? first.lines.map(({ text }) => text).join('\n') : ''
  const titles = columns[0]?.all ?? []
  return cells.flatMap(({ text, about }, i): readonly Cell[] => {
    const { title = '', flexible = false, wide = false } = titles[i] ?? {}
    // the same in another order, or without the codes between, is said already
    const isSaid = text.split(/[:;,] /).every((part) => said.includes(part))
    const isNew = flexible && !wide && about === undefined && text !== '' && !isSaid
    return isNew ? [{ text: `${title.toLowerCase()}: ${text}` }] : []
  })
}
