// SPDX-License-Identifier: Apache-2.0
import { drawBlocks } from '../text.ts'
import { type Layout, layoutRows, layoutText } from './layout.ts'
import type { Pen } from './paint.ts'
import type { ScreenPage } from './screen.ts'
import type { ViewPosition } from './state.ts'

type How = Pick<ViewPosition, 'toggled' | 'filter'>

interface Known extends How {
  readonly width: number
  readonly layout: Layout
}

/** Lines of pages. A page is laid out once for a width, its folds and its filter: moving about costs nothing. */
export function pageLayouts(pen: Pen): (page: ScreenPage, how: How, width: number) => Layout {
  const known = new WeakMap<ScreenPage, Known>()
  return (page, { toggled, filter }, width) => {
    const last = known.get(page)
    if (last && last.toggled === toggled && last.filter === filter && last.width === width) return last.layout
    const layout = layoutOf(page, { toggled, filter }, width, pen)
    known.set(page, { toggled, filter, width, layout })
    return layout
  }
}

/** Rows to walk over, or the text that the command prints. */
function layoutOf({ view, form }: ScreenPage, { toggled, filter }: How, width: number, pen: Pen): Layout {
  if (form === 'rows') return layoutRows(view, { width, toggled, filter })
  const style = { format: 'table', headers: true, ascii: false, color: true, columns: width } as const
  const text = drawBlocks(view, style, (words, tone) => pen.tone(words, tone))
  const notes = (view.notes ?? []).map((note) => `\n${pen.tone(note.text, note.tone)}`).join('')
  return layoutText(pen.plain(`${text}${notes}`), filter)
}
