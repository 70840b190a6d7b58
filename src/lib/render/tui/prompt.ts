// SPDX-License-Identifier: Apache-2.0
import { VIEW_NAMES, type ViewName } from './screen.ts'
import { atView, entered, moved, type Prompt, type TuiState } from './state.ts'

export interface Prompting {
  names(): readonly string[]
}

/** Handles a key while a prompt is open: a filter applies at once, a name on Enter. */
export function prompted(state: TuiState, prompt: Prompt, key: string, known: Prompting): TuiState {
  if (key === 'esc') return closePrompt(prompt.type === 'filter' ? moved(state, { filter: '' }) : state)
  if (key === 'enter')
    return prompt.type === 'filter' ? closePrompt(state) : goTo(closePrompt(state), prompt.text, known)
  if (key === 'tab')
    return prompt.type === 'goto' ? withText(state, prompt, complete(prompt.text, known.names())) : state
  if (key === 'backspace') return withText(state, prompt, [...prompt.text].slice(0, -1).join(''))
  if (key === 'ctrl-u') return withText(state, prompt, '')
  return [...key].length === 1 ? withText(state, prompt, prompt.text + key) : state
}

const closePrompt = (state: TuiState): TuiState => ({ ...state, prompt: undefined })

function withText(state: TuiState, { type }: Prompt, text: string): TuiState {
  const next = { ...state, prompt: { type, text } }
  return type === 'filter' ? moved(next, { filter: text, top: 0, at: 0, cursor: undefined }) : next
}

/** Names that match, those that start with the text first. */
export function candidates(text: string, names: readonly string[]): readonly string[] {
  const word = text.trim().toLowerCase()
  if (word === '') return names
  const begin = names.filter((name) => name.toLowerCase().startsWith(word))
  const within = names.filter((name) => !begin.includes(name) && name.toLowerCase().includes(word))
  return [...begin, ...within]
}

/** The common prefix of all matches; the first match when that is not longer than the text. */
function complete(text: string, names: readonly string[]): string {
  const matching = candidates(text, names)
  const [first = text] = matching
  const begin = matching.filter((name) => name.toLowerCase().startsWith(text.trim().toLowerCase()))
  const common = begin.reduce((a, b) => a.slice(0, commonLength(a, b)), begin[0] ?? '')
  return common.length > text.trim().length ? common : first
}

function commonLength(a: string, b: string): number {
  let i = 0
  while (i < a.length && a[i] === b[i]) i++
  return i
}

function goTo(state: TuiState, text: string, known: Prompting): TuiState {
  const word = text.trim()
  if (word === '') return state
  const matching = candidates(word, known.names())
  const [first] = matching.filter((name) => name.toLowerCase() === word.toLowerCase())
  const target = first ?? (matching.length === 1 ? matching[0] : matching.find(isView))
  if (target === undefined)
    return {
      ...state,
      message:
        matching.length > 0
          ? severalText(word, matching)
          : `there is no view or object ${JSON.stringify(word)}: views are ${VIEW_NAMES.join(', ')}`,
    }
  return isView(target) ? atView(state, target) : entered(state, { about: target, show: 'details' })
}

const severalText = (word: string, matching: readonly string[]) =>
  `${JSON.stringify(word)} is in ${matching.length} names: ${matching.slice(0, 3).join(', ')}${matching.length > 3 ? ', …' : ''}`

const isView = (name: string): name is ViewName => (VIEW_NAMES as readonly string[]).includes(name)
