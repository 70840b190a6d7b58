// SPDX-License-Identifier: Apache-2.0
import { oneLine } from '../table.ts'
import { COLUMN_GAP, type Fitted } from './columns.ts'
import type { Scene } from './frame.ts'
import type { Line } from './layout.ts'
import { cut, cutName, type Pen, padded } from './paint.ts'
import { currentOf, cursorOf, topOf } from './state.ts'

/** The lines of the window. What is outside of it costs nothing. */
export function bodyLines({ state, layout, geometry, pen }: Scene): readonly string[] {
  const { height, width } = geometry
  const place = currentOf(state)
  const top = topOf(place, layout, height)
  const chosen = layout.rows[cursorOf(place, layout)]
  const shown = layout.lines.slice(top, top + height)
  const lines = shown.map((line, i) => {
    // the header of a table stays when its rows scroll under it
    if (i === 0 && line.type === 'row') return headLine(line.columns, width, pen)
    return drawLine(line, top + i === chosen, width, pen)
  })
  return [...lines, ...Array(Math.max(height - lines.length, 0)).fill('')]
}

function drawLine(line: Line, isChosen: boolean, width: number, pen: Pen): string {
  if (line.type === 'drawn') return line.text
  if (line.type === 'text') return pen.tone(pen.plain(cut(line.text, width)), line.tone)
  if (line.type === 'head') return headLine(line.columns, width, pen)
  const cells = line.columns.map(({ i, width: room, column }, n) => {
    const { text = '', tone, about } = line.cells[i] ?? {}
    const prefix = n === 0 ? line.prefix : ''
    // a sentence may begin with what it is about, and is cut where sentences are
    const isName = about !== undefined && (!column.flexible || column.title === 'OBJECT')
    const shorten = isName || n === 0 ? cutName : cut
    const shown = pen.plain(`${cut(prefix, room)}${shorten(oneLine(text), room - prefix.length)}`)
    return { shown: n === line.columns.length - 1 ? shown : padded(shown, room), tone }
  })
  const gap = ' '.repeat(COLUMN_GAP)
  // the words keep their meaning without colour: a selected row is one block
  if (isChosen) return pen.inverse(padded(cut(cells.map(({ shown }) => shown).join(gap), width), width))
  return cells.map(({ shown, tone }) => pen.tone(shown, tone)).join(gap)
}

function headLine(columns: readonly Fitted[], width: number, pen: Pen): string {
  const titles = columns.map(({ column, width: room }) => padded(cut(column.title, room), room))
  return pen.strong(cut(titles.join(' '.repeat(COLUMN_GAP)).trimEnd(), width))
}
