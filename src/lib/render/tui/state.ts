// SPDX-License-Identifier: Apache-2.0
import type { Layout } from './layout.ts'
import type { RequestedPage, ViewName } from './screen.ts'

/** Where somebody is: what they look at, and how far they have come in it. */
export interface ViewPosition {
  readonly wanted: RequestedPage
  /** The key of the selected row: it stays with its object when rows come and go. */
  readonly cursor?: string | undefined
  /** Which row that was, for when it is gone. */
  readonly at: number
  /** The first line in the window. */
  readonly top: number
  readonly toggled: ReadonlySet<string>
  readonly filter: string
}

/** A line that is being typed. */
export interface Prompt {
  readonly type: 'filter' | 'goto'
  readonly text: string
}

/** Everything the keys change. */
export interface TuiState {
  /** The way here: the last one is looked at, Esc goes back. Never empty. */
  readonly places: readonly ViewPosition[]
  /** How each view was left. */
  readonly left: Readonly<Partial<Record<ViewName, ViewPosition>>>
  readonly prompt?: Prompt | undefined
  /** One line for the person, until the next key. */
  readonly message?: string | undefined
  /** While the keys are shown: the first line of them. */
  readonly help?: number | undefined
}

/** A place nobody was at before: on its first row, or on the last where the newest is last. */
export const firstPosition = (wanted: RequestedPage): ViewPosition => ({
  wanted,
  at: 'view' in wanted && wanted.view === 'events' ? Number.MAX_SAFE_INTEGER : 0,
  top: 0,
  toggled: new Set(),
  filter: '',
})

export const startAt = (wanted: RequestedPage): TuiState => ({ places: [firstPosition(wanted)], left: {} })

/** Where one is now. */
export function currentOf({ places }: TuiState): ViewPosition {
  const last = places.at(-1)
  if (!last) throw new Error('nobody is anywhere')
  return last
}

/** The same with the current place changed. */
export function moved(state: TuiState, change: Partial<ViewPosition>): TuiState {
  return { ...state, places: [...state.places.slice(0, -1), { ...currentOf(state), ...change }] }
}

/** Goes on to something; Esc comes back. */
export function entered(state: TuiState, wanted: RequestedPage): TuiState {
  return { ...state, places: [...state.places, firstPosition(wanted)] }
}

/** Goes to a view as it was left. */
export function atView(state: TuiState, view: ViewName): TuiState {
  const [base] = state.places
  const left = base && 'view' in base.wanted ? { ...state.left, [base.wanted.view]: base } : state.left
  return { ...state, left, places: [left[view] ?? firstPosition({ view })] }
}

/** Which of the rows is selected; -1 when there are none. */
export function cursorOf({ cursor, at }: ViewPosition, { lines, rows }: Layout): number {
  const found = cursor === undefined ? -1 : rows.findIndex((i) => keyAt(lines, i) === cursor)
  return found >= 0 ? found : Math.min(at, rows.length - 1)
}

const keyAt = (lines: Layout['lines'], i: number) => {
  const line = lines[i]
  return line?.type === 'row' ? line.key : undefined
}

/** The first line of a window in which the selected row is to be seen below the header of its table. */
export function topOf(place: ViewPosition, layout: Layout, height: number): number {
  const last = Math.max(layout.lines.length - height, 0)
  const row = cursorOf(place, layout)
  const line = layout.rows[row]
  if (line === undefined) return Math.max(Math.min(place.top, last), 0)
  if (row === 0 && line < height) return 0
  if (row === layout.rows.length - 1 && layout.lines.length - line <= height) return last
  const top = Math.min(Math.max(place.top, line - height + 1), Math.max(line - 1, 0))
  return Math.max(Math.min(top, last), 0)
}

/** Selects a row by its number. */
export function selected(state: TuiState, row: number, layout: Layout, height: number): TuiState {
  const at = Math.max(Math.min(row, layout.rows.length - 1), 0)
  const place = { ...currentOf(state), at, cursor: keyAt(layout.lines, layout.rows[at] ?? -1) }
  return moved(state, { ...place, top: topOf(place, layout, height) })
}
