// SPDX-License-Identifier: Apache-2.0
import { oneLine } from '../table.ts'
import { COLUMN_GAP, type Fitted } from './columns.ts'
import type { Scene } from './frame.ts'
import type { Line } from './layout.ts'
import { cut, cutName, type Pen, padded } from './paint.ts'
import { currentOf, cursorOf, topOf } from './state.ts'

/** The visible lines of the body. Lines outside of the window are not drawn. */
export function bodyLines({ state, layout, geometry, pen }: Scene): readonly string[] {
  const { height, width } = geometry
  const position = currentOf(state)
  const top = topOf(position, layout, height)
  const selectedLine = layout.rows[cursorOf(position, layout)]
  const shown = layout.lines.slice(top, top + height)
  const lines = shown.map((line, i) => {
    // The header of a table stays visible when its rows scroll.
    if (i === 0 && line.type === 'row') return headLine(line.columns, width, pen)
    return drawLine(line, top + i === selectedLine, width, pen)
  })
  return [...lines, ...Array(Math.max(height - lines.length, 0)).fill('')]
}

function drawLine(line: Line, isSelected: boolean, width: number, pen: Pen): string {
  if (line.type === 'drawn') return line.text
  if (line.type === 'text') return pen.tone(pen.plain(cut(line.text, width)), line.tone)
  if (line.type === 'head') return headLine(line.columns, width, pen)
  const cells = line.columns.map(({ i, width: columnWidth, column }, n) => {
    const { text = '', tone, about } = line.cells[i] ?? {}
    const prefix = n === 0 ? line.prefix : ''
    // A sentence may begin with the name of its object; it is cut at the end like any other sentence.
    const isName = about !== undefined && (!column.flexible || column.title === 'OBJECT')
    const shorten = isName || n === 0 ? cutName : cut
    const shown = pen.plain(`${cut(prefix, columnWidth)}${shorten(oneLine(text), columnWidth - prefix.length)}`)
    return { shown: n === line.columns.length - 1 ? shown : padded(shown, columnWidth), tone }
  })
  const gap = ' '.repeat(COLUMN_GAP)
  // A selected row is one inverse block; colour carries no information of its own.
  if (isSelected) return pen.inverse(padded(cut(cells.map(({ shown }) => shown).join(gap), width), width))
  return cells.map(({ shown, tone }) => pen.tone(shown, tone)).join(gap)
}

function headLine(columns: readonly Fitted[], width: number, pen: Pen): string {
  const titles = columns.map(({ column, width: columnWidth }) => padded(cut(column.title, columnWidth), columnWidth))
  return pen.strong(cut(titles.join(' '.repeat(COLUMN_GAP)).trimEnd(), width))
}
