// SPDX-License-Identifier: Apache-2.0
import { drawBlocks } from '../text.ts'
import { type Layout, layoutRows, layoutText } from './layout.ts'
import type { Pen } from './paint.ts'
import type { ScreenPage } from './screen.ts'
import type { ViewPosition } from './state.ts'

/** Caches the layout of each page for its width, folds and filter, so that moving the cursor is cheap. */
export function pageLayouts(pen: Pen): (page: ScreenPage, state: LayoutState, width: number) => Layout {
  const cache = new WeakMap<ScreenPage, CachedLayout>()
  return (page, { toggled, filter }, width) => {
    const last = cache.get(page)
    if (last && last.toggled === toggled && last.filter === filter && last.width === width) return last.layout
    const layout = layoutOf(page, { toggled, filter }, width, pen)
    cache.set(page, { toggled, filter, width, layout })
    return layout
  }
}

/** Selectable rows, or the text of the command. */
function layoutOf({ view, form }: ScreenPage, { toggled, filter }: LayoutState, width: number, pen: Pen): Layout {
  if (form === 'rows') return layoutRows(view, { width, toggled, filter })
  const style = { format: 'table', headers: true, ascii: false, color: true, columns: width } as const
  const text = drawBlocks(view, style, (part, tone) => pen.tone(part, tone))
  const notes = (view.notes ?? []).map((note) => `\n${pen.tone(note.text, note.tone)}`).join('')
  return layoutText(pen.plain(`${text}${notes}`), filter)
}

type LayoutState = Pick<ViewPosition, 'toggled' | 'filter'>

interface CachedLayout extends LayoutState {
  readonly width: number
  readonly layout: Layout
}
