// SPDX-License-Identifier: Apache-2.0
import type { Layout } from './layout.ts'
import type { RequestedPage, ViewName } from './screen.ts'

/** A position: the requested page, the selected row and the scroll offset. */
export interface ViewPosition {
  readonly wanted: RequestedPage
  /** The key of the selected row: the selection follows its object when rows are added or removed. */
  readonly cursor?: string | undefined
  /** The index of that row, in case it disappears. */
  readonly at: number
  /** The first visible line. */
  readonly top: number
  readonly toggled: ReadonlySet<string>
  readonly filter: string
}

/** A line that is being typed. */
export interface Prompt {
  readonly type: 'filter' | 'goto'
  readonly text: string
}

/** Everything that keys change. */
export interface TuiState {
  /** The history: the last position is current, Esc goes back. Never empty. */
  readonly places: readonly ViewPosition[]
  /** The last position of each view. */
  readonly left: Readonly<Partial<Record<ViewName, ViewPosition>>>
  readonly prompt?: Prompt | undefined
  /** Shown until the next key. */
  readonly message?: string | undefined
  /** The first visible line of the help page, while it is open. */
  readonly help?: number | undefined
}

/** The initial position: the first row, or the last one of events, where the newest is last. */
const firstPosition = (requested: RequestedPage): ViewPosition => ({
  wanted: requested,
  at: 'view' in requested && requested.view === 'events' ? Number.MAX_SAFE_INTEGER : 0,
  top: 0,
  toggled: new Set(),
  filter: '',
})

export const startAt = (requested: RequestedPage): TuiState => ({ places: [firstPosition(requested)], left: {} })

export function currentOf({ places }: TuiState): ViewPosition {
  const last = places.at(-1)
  if (!last) throw new Error('nobody is anywhere')
  return last
}

/** Changes the current position. */
export function moved(state: TuiState, change: Partial<ViewPosition>): TuiState {
  return { ...state, places: [...state.places.slice(0, -1), { ...currentOf(state), ...change }] }
}

/** Opens a page; Esc comes back. */
export function entered(state: TuiState, requested: RequestedPage): TuiState {
  return { ...state, places: [...state.places, firstPosition(requested)] }
}

/** Goes to the last position in a view. */
export function atView(state: TuiState, view: ViewName): TuiState {
  const [base] = state.places
  const left = base && 'view' in base.wanted ? { ...state.left, [base.wanted.view]: base } : state.left
  return { ...state, left, places: [left[view] ?? firstPosition({ view })] }
}

/** The index of the selected row; -1 without rows. */
export function cursorOf({ cursor, at }: ViewPosition, { lines, rows }: Layout): number {
  const index = cursor === undefined ? -1 : rows.findIndex((i) => keyAt(lines, i) === cursor)
  return index >= 0 ? index : Math.min(at, rows.length - 1)
}

const keyAt = (lines: Layout['lines'], i: number) => {
  const line = lines[i]
  return line?.type === 'row' ? line.key : undefined
}

/** The first line of a window in which the selected row is visible below its table header. */
export function topOf(position: ViewPosition, layout: Layout, height: number): number {
  const last = Math.max(layout.lines.length - height, 0)
  const row = cursorOf(position, layout)
  const line = layout.rows[row]
  if (line === undefined) return Math.max(Math.min(position.top, last), 0)
  if (row === 0 && line < height) return 0
  if (row === layout.rows.length - 1 && layout.lines.length - line <= height) return last
  const top = Math.min(Math.max(position.top, line - height + 1), Math.max(line - 1, 0))
  return Math.max(Math.min(top, last), 0)
}

/** Selects a row by its index. */
export function selected(state: TuiState, row: number, layout: Layout, height: number): TuiState {
  const at = Math.max(Math.min(row, layout.rows.length - 1), 0)
  const position = { ...currentOf(state), at, cursor: keyAt(layout.lines, layout.rows[at] ?? -1) }
  return moved(state, { ...position, top: topOf(position, layout, height) })
}
