// SPDX-License-Identifier: Apache-2.0
import { VIEW_NAMES, type ViewName } from './screen.ts'
import { atView, entered, moved, type Prompt, type TuiState } from './state.ts'

/** What can be completed. */
export interface Prompting {
  names(): readonly string[]
}

/** A key while a line is typed: the filter works at once, a name when Enter is pressed. */
export function prompted(state: TuiState, prompt: Prompt, key: string, known: Prompting): TuiState {
  if (key === 'esc') return closed(prompt.type === 'filter' ? moved(state, { filter: '' }) : state)
  if (key === 'enter') return prompt.type === 'filter' ? closed(state) : went(closed(state), prompt.text, known)
  if (key === 'tab') return prompt.type === 'goto' ? typed(state, prompt, completed(prompt.text, known.names())) : state
  if (key === 'backspace') return typed(state, prompt, [...prompt.text].slice(0, -1).join(''))
  if (key === 'ctrl-u') return typed(state, prompt, '')
  return [...key].length === 1 ? typed(state, prompt, prompt.text + key) : state
}

const closed = (state: TuiState): TuiState => ({ ...state, prompt: undefined })

function typed(state: TuiState, { type }: Prompt, text: string): TuiState {
  const next = { ...state, prompt: { type, text } }
  return type === 'filter' ? moved(next, { filter: text, top: 0, at: 0, cursor: undefined }) : next
}

/** Those that could be meant, the ones that begin so first. */
export function candidates(text: string, names: readonly string[]): readonly string[] {
  const word = text.trim().toLowerCase()
  if (word === '') return names
  const begin = names.filter((name) => name.toLowerCase().startsWith(word))
  const within = names.filter((name) => !begin.includes(name) && name.toLowerCase().includes(word))
  return [...begin, ...within]
}

/** As far as all that could be meant agree; the first of them when that is no further. */
function completed(text: string, names: readonly string[]): string {
  const found = candidates(text, names)
  const [first = text] = found
  const begin = found.filter((name) => name.toLowerCase().startsWith(text.trim().toLowerCase()))
  const common = begin.reduce((a, b) => a.slice(0, agreeing(a, b)), begin[0] ?? '')
  return common.length > text.trim().length ? common : first
}

function agreeing(a: string, b: string): number {
  let i = 0
  while (i < a.length && a[i] === b[i]) i++
  return i
}

function went(state: TuiState, text: string, known: Prompting): TuiState {
  const word = text.trim()
  if (word === '') return state
  const found = candidates(word, known.names())
  const [first] = found.filter((name) => name.toLowerCase() === word.toLowerCase())
  const meant = first ?? (found.length === 1 ? found[0] : found.find(isView))
  if (meant === undefined)
    return {
      ...state,
      message:
        found.length > 0
          ? severalText(word, found)
          : `there is no view or object ${JSON.stringify(word)}: views are ${VIEW_NAMES.join(', ')}`,
    }
  return isView(meant) ? atView(state, meant) : entered(state, { about: meant, show: 'details' })
}

const severalText = (word: string, found: readonly string[]) =>
  `${JSON.stringify(word)} is in ${found.length} names: ${found.slice(0, 3).join(', ')}${found.length > 3 ? ', …' : ''}`

const isView = (name: string): name is ViewName => (VIEW_NAMES as readonly string[]).includes(name)
