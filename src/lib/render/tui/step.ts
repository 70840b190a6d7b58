// SPDX-License-Identifier: Apache-2.0
import type { Layout } from './layout.ts'
import { type Prompting, prompted } from './prompt.ts'
import { type Aspect, type RequestedPage, type ScreenPage, type TuiScreen, VIEW_NAMES } from './screen.ts'
import { atView, currentOf, cursorOf, entered, moved, selected, type TuiState, topOf } from './state.ts'

/** The input of a key handler. */
export interface ScreenContext {
  readonly screen: TuiScreen
  readonly page: ScreenPage
  readonly layout: Layout
  /** Lines of the body. */
  readonly height: number
}

/** Side effects of a key. Nothing is ever written to a cluster. */
export type KeyEffect = 'quit' | 'copy' | 'suspend' | 'redraw'

export interface Stepped {
  readonly state: TuiState
  readonly effect?: KeyEffect
}

/** Handles one key. An unknown key shows a hint. */
export function step(before: TuiState, key: string, context: ScreenContext): Stepped {
  if (key === 'ctrl-c') return { state: before, effect: 'quit' }
  if (key === 'ctrl-z') return { state: before, effect: 'suspend' }
  const state: TuiState = { ...before, message: undefined }
  if (state.prompt) return { state: prompted(state, state.prompt, key, promptingOf(context)) }
  if (state.help !== undefined && key !== 'q')
    return { state: { ...state, help: scrollHelp(state.help, key, context) } }
  const act = ACTIONS[key]
  if (act) return act(state, context)
  if (/^[1-7]$/.test(key)) return { state: atView(state, VIEW_NAMES[Number(key) - 1] ?? 'tree') }
  return withMessage(state, `no key ${JSON.stringify(key)}: ? lists the keys`)
}

/** Scrolls the help page in a small window; every other key closes it. */
function scrollHelp(top: number, key: string, { layout, height }: ScreenContext): number | undefined {
  const last = layout.lines.length - height
  const rows = SCROLLS[key]?.(height)
  return rows === undefined || last <= 0 ? undefined : Math.max(Math.min(top + rows, last), 0)
}

const promptingOf = ({ screen }: ScreenContext): Prompting => ({ names: () => [...VIEW_NAMES, ...screen.names()] })

type Act = (state: TuiState, context: ScreenContext) => Stepped

const withMessage = (state: TuiState, message: string): Stepped => ({ state: { ...state, message } })

const moveBy =
  (rows: (height: number) => number): Act =>
  (state, { layout, height }) => {
    const position = currentOf(state)
    if (layout.rows.length > 0)
      return { state: selected(state, cursorOf(position, layout) + rows(height), layout, height) }
    const top = topOf({ ...position, top: topOf(position, layout, height) + rows(height) }, layout, height)
    return { state: moved(state, { top }) }
  }

const rowOf = (state: TuiState, { layout }: ScreenContext) => {
  const line = layout.lines[layout.rows[cursorOf(currentOf(state), layout)] ?? -1]
  return line?.type === 'row' ? line : undefined
}

/** The object of the row, or of the page. */
function selectedObject(state: TuiState, context: ScreenContext): string | undefined {
  const { wanted } = currentOf(state)
  return rowOf(state, context)?.about ?? ('about' in wanted ? wanted.about : undefined)
}

const show =
  (aspect: (page: ScreenPage) => Aspect): Act =>
  (state, context) => {
    const about = selectedObject(state, context)
    if (about === undefined) return withMessage(state, 'this row is about no single object')
    const wanted: RequestedPage = { about, show: aspect(context.page) }
    // Another page about the same object replaces the current one.
    const current = currentOf(state).wanted
    const isSame = 'about' in current && current.about === about
    return {
      state: isSame
        ? { ...state, places: [...entered(state, wanted).places.filter((p) => p.wanted !== current)] }
        : entered(state, wanted),
    }
  }

const fold: Act = (state, context) => {
  const row = rowOf(state, context)
  if (!row || row.fold === 'none') return withMessage(state, 'there is nothing below it to fold')
  return toggleFold(state, row.key)
}

function toggleFold(state: TuiState, key: string): Stepped {
  const folds = new Set(currentOf(state).toggled)
  if (!folds.delete(key)) folds.add(key)
  return { state: moved(state, { toggled: folds, cursor: key }) }
}

const left: Act = (state, context) => {
  const row = rowOf(state, context)
  if (!row) return { state }
  if (row.fold === 'open' && currentOf(state).filter === '') return toggleFold(state, row.key)
  const { lines, rows } = context.layout
  const above = rows.findIndex((i) => {
    const line = lines[i]
    return line?.type === 'row' && row.parent !== undefined && line.key === row.parent
  })
  return { state: above < 0 ? state : selected(state, above, context.layout, context.height) }
}

const right: Act = (state, context) => {
  const row = rowOf(state, context)
  if (row?.fold === 'closed') return toggleFold(state, row.key)
  return row?.fold === 'open' ? moveBy(() => 1)(state, context) : { state }
}

const back: Act = (state) => {
  if (currentOf(state).filter !== '') return { state: moved(state, { filter: '' }) }
  return { state: state.places.length > 1 ? { ...state, places: state.places.slice(0, -1) } : state }
}

const cycleView =
  (offset: number): Act =>
  (state) => {
    const [base] = state.places
    const at = base && 'view' in base.wanted ? VIEW_NAMES.indexOf(base.wanted.view) : 0
    return { state: atView(state, VIEW_NAMES[(at + offset + VIEW_NAMES.length) % VIEW_NAMES.length] ?? 'tree') }
  }

const tree =
  (reverse: boolean): Act =>
  (state, context) => {
    const { wanted } = currentOf(state)
    if (reverse && 'view' in wanted && wanted.root !== undefined && wanted.reverse) return back(state, context)
    const about = selectedObject(state, context)
    if (about === undefined) return withMessage(state, 'this row is about no single object')
    return { state: entered(state, { view: 'tree', root: about, ...(reverse ? { reverse } : {}) }) }
  }

const problems: Act = (state) => {
  const { wanted } = currentOf(state)
  if (!('view' in wanted) || wanted.view !== 'tree')
    return withMessage(state, 'only the tree can leave out what is well')
  const { onlyProblems, ...rest } = wanted
  return { state: moved(state, { wanted: onlyProblems ? rest : { ...rest, onlyProblems: true }, at: 0, top: 0 }) }
}

const TO_THE_END = Number.MAX_SAFE_INTEGER

const page = (height: number) => Math.max(height - 2, 1)

/** The number of rows each key moves down. */
const SCROLLS: Readonly<Record<string, (height: number) => number>> = {
  up: () => -1,
  k: () => -1,
  down: () => 1,
  j: () => 1,
  g: () => -TO_THE_END,
  home: () => -TO_THE_END,
  G: () => TO_THE_END,
  end: () => TO_THE_END,
  pageup: (height) => -page(height),
  'ctrl-b': (height) => -page(height),
  pagedown: page,
  'ctrl-f': page,
}

const ACTIONS: Readonly<Record<string, Act>> = {
  ...Object.fromEntries(Object.entries(SCROLLS).map(([key, rows]) => [key, moveBy(rows)])),
  q: (state) => ({ state, effect: 'quit' }),
  '?': (state) => ({ state: { ...state, help: 0 } }),
  esc: back,
  left,
  h: left,
  right,
  l: right,
  ' ': fold,
  enter: show(({ enter }) => enter),
  d: show(() => 'details'),
  w: show(() => 'why'),
  y: show(() => 'yaml'),
  e: show(() => 'events'),
  t: tree(false),
  r: tree(true),
  p: problems,
  tab: cycleView(1),
  'shift-tab': cycleView(-1),
  '/': (state) => ({ state: { ...state, prompt: { type: 'filter', text: currentOf(state).filter } } }),
  ':': (state) => ({ state: { ...state, prompt: { type: 'goto', text: '' } } }),
  c: (state) => ({ state, effect: 'copy' }),
  'ctrl-l': (state) => ({ state, effect: 'redraw' }),
}
