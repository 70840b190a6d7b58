// SPDX-License-Identifier: Apache-2.0
import type { Layout } from './layout.ts'
import { type Prompting, prompted } from './prompt.ts'
import { type Aspect, type RequestedPage, type ScreenPage, type TuiScreen, VIEW_NAMES } from './screen.ts'
import { atView, currentOf, cursorOf, entered, moved, selected, type TuiState, topOf } from './state.ts'

/** What a key works on. */
export interface ScreenContext {
  readonly screen: TuiScreen
  readonly page: ScreenPage
  readonly layout: Layout
  /** Lines of the window. */
  readonly height: number
}

/** What a key makes the terminal do besides. Nothing is ever written to a cluster. */
export type KeyEffect = 'quit' | 'copy' | 'suspend' | 'redraw'

export interface Stepped {
  readonly state: TuiState
  readonly effect?: KeyEffect
}

/** One key. An unknown one is a line that says where to look. */
export function step(before: TuiState, key: string, sight: ScreenContext): Stepped {
  if (key === 'ctrl-c') return { state: before, effect: 'quit' }
  if (key === 'ctrl-z') return { state: before, effect: 'suspend' }
  const state: TuiState = { ...before, message: undefined }
  if (state.prompt) return { state: prompted(state, state.prompt, key, promptingOf(sight)) }
  if (state.help !== undefined && key !== 'q') return { state: { ...state, help: scrolled(state.help, key, sight) } }
  const act = ACTIONS[key]
  if (act) return act(state, sight)
  if (/^[1-7]$/.test(key)) return { state: atView(state, VIEW_NAMES[Number(key) - 1] ?? 'tree') }
  return say(state, `no key ${JSON.stringify(key)}: ? lists the keys`)
}

/** The keys go up and down in a window that is too low for them; every other key closes them. */
function scrolled(top: number, key: string, { layout, height }: ScreenContext): number | undefined {
  const last = layout.lines.length - height
  const rows = SCROLLS[key]?.(height)
  return rows === undefined || last <= 0 ? undefined : Math.max(Math.min(top + rows, last), 0)
}

const promptingOf = ({ screen }: ScreenContext): Prompting => ({ names: () => [...VIEW_NAMES, ...screen.names()] })

type Act = (state: TuiState, sight: ScreenContext) => Stepped

const say = (state: TuiState, message: string): Stepped => ({ state: { ...state, message } })

const by =
  (rows: (height: number) => number): Act =>
  (state, { layout, height }) => {
    const place = currentOf(state)
    if (layout.rows.length > 0)
      return { state: selected(state, cursorOf(place, layout) + rows(height), layout, height) }
    const top = topOf({ ...place, top: topOf(place, layout, height) + rows(height) }, layout, height)
    return { state: moved(state, { top }) }
  }

const rowOf = (state: TuiState, { layout }: ScreenContext) => {
  const line = layout.lines[layout.rows[cursorOf(currentOf(state), layout)] ?? -1]
  return line?.type === 'row' ? line : undefined
}

/** The object the person means: that of the row, or that of the page. */
function aboutOf(state: TuiState, sight: ScreenContext): string | undefined {
  const { wanted } = currentOf(state)
  return rowOf(state, sight)?.about ?? ('about' in wanted ? wanted.about : undefined)
}

const show =
  (aspect: (page: ScreenPage) => Aspect): Act =>
  (state, sight) => {
    const about = aboutOf(state, sight)
    if (about === undefined) return say(state, 'this row is about no single object')
    const wanted: RequestedPage = { about, show: aspect(sight.page) }
    // another page about the same object takes the place of this one
    const here = currentOf(state).wanted
    const isSame = 'about' in here && here.about === about
    return {
      state: isSame
        ? { ...state, places: [...entered(state, wanted).places.filter((p) => p.wanted !== here)] }
        : entered(state, wanted),
    }
  }

const fold: Act = (state, sight) => {
  const row = rowOf(state, sight)
  if (!row || row.fold === 'none') return say(state, 'there is nothing below it to fold')
  return toggled(state, row.key)
}

function toggled(state: TuiState, key: string): Stepped {
  const next = new Set(currentOf(state).toggled)
  if (!next.delete(key)) next.add(key)
  return { state: moved(state, { toggled: next, cursor: key }) }
}

const left: Act = (state, sight) => {
  const row = rowOf(state, sight)
  if (!row) return { state }
  if (row.fold === 'open' && currentOf(state).filter === '') return toggled(state, row.key)
  const { lines, rows } = sight.layout
  const above = rows.findIndex((i) => {
    const line = lines[i]
    return line?.type === 'row' && row.parent !== undefined && line.key === row.parent
  })
  return { state: above < 0 ? state : selected(state, above, sight.layout, sight.height) }
}

const right: Act = (state, sight) => {
  const row = rowOf(state, sight)
  if (row?.fold === 'closed') return toggled(state, row.key)
  return row?.fold === 'open' ? by(() => 1)(state, sight) : { state }
}

const back: Act = (state) => {
  if (currentOf(state).filter !== '') return { state: moved(state, { filter: '' }) }
  return { state: state.places.length > 1 ? { ...state, places: state.places.slice(0, -1) } : state }
}

const next =
  (by: number): Act =>
  (state) => {
    const [base] = state.places
    const at = base && 'view' in base.wanted ? VIEW_NAMES.indexOf(base.wanted.view) : 0
    return { state: atView(state, VIEW_NAMES[(at + by + VIEW_NAMES.length) % VIEW_NAMES.length] ?? 'tree') }
  }

const tree =
  (reverse: boolean): Act =>
  (state, sight) => {
    const { wanted } = currentOf(state)
    if (reverse && 'view' in wanted && wanted.root !== undefined && wanted.reverse) return back(state, sight)
    const about = aboutOf(state, sight)
    if (about === undefined) return say(state, 'this row is about no single object')
    return { state: entered(state, { view: 'tree', root: about, ...(reverse ? { reverse } : {}) }) }
  }

const problems: Act = (state) => {
  const { wanted } = currentOf(state)
  if (!('view' in wanted) || wanted.view !== 'tree') return say(state, 'only the tree can leave out what is well')
  const { onlyProblems, ...rest } = wanted
  return { state: moved(state, { wanted: onlyProblems ? rest : { ...rest, onlyProblems: true }, at: 0, top: 0 }) }
}

const FAR = Number.MAX_SAFE_INTEGER

const page = (height: number) => Math.max(height - 2, 1)

/** By how many rows each key goes down. */
const SCROLLS: Readonly<Record<string, (height: number) => number>> = {
  up: () => -1,
  k: () => -1,
  down: () => 1,
  j: () => 1,
  g: () => -FAR,
  home: () => -FAR,
  G: () => FAR,
  end: () => FAR,
  pageup: (height) => -page(height),
  'ctrl-b': (height) => -page(height),
  pagedown: page,
  'ctrl-f': page,
}

const ACTIONS: Readonly<Record<string, Act>> = {
  ...Object.fromEntries(Object.entries(SCROLLS).map(([key, rows]) => [key, by(rows)])),
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
  tab: next(1),
  'shift-tab': next(-1),
  '/': (state) => ({ state: { ...state, prompt: { type: 'filter', text: currentOf(state).filter } } }),
  ':': (state) => ({ state: { ...state, prompt: { type: 'goto', text: '' } } }),
  c: (state) => ({ state, effect: 'copy' }),
  'ctrl-l': (state) => ({ state, effect: 'redraw' }),
}
