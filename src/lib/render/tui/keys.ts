// SPDX-License-Identifier: Apache-2.0

/** A key and its description, for the help page and the last line. */
export interface KeyHelp {
  readonly keys: string
  readonly does: string
  /** Its label in the last line of the screen. */
  readonly short?: string
}

/** All keys, in the order of the help page. */
export const KEYS: readonly KeyHelp[] = [
  { keys: '?', does: 'this page', short: 'help' },
  { keys: 'q', does: 'quit', short: 'quit' },
  { keys: 'Esc', does: 'back, or take the filter away', short: 'back' },
  { keys: '/', does: 'show only rows with these words', short: 'filter' },
  { keys: ':', does: 'go to a view or an object; Tab completes', short: 'go' },
  { keys: 'Enter', does: 'its details; in Problems why it is so', short: 'open' },
  { keys: 'w', does: 'why it is so: cause, evidence, what to type', short: 'why' },
  { keys: 'y', does: 'its YAML, secrets as fingerprints', short: 'YAML' },
  { keys: 'e', does: 'its events and those of all it stands on', short: 'events' },
  { keys: 'c', does: 'copy the command that prints the same', short: 'copy' },
  { keys: 'Space', does: 'fold or unfold a branch', short: 'fold' },
  { keys: 'p', does: 'only problems, and back', short: 'problems' },
  { keys: 'r', does: 'the tree of what stands on it, and back', short: 'reverse' },
  { keys: 't', does: 'the tree of what it stands on', short: 'tree' },
  { keys: 'd', does: 'conditions, evidence, owner, neighbours', short: 'details' },
  { keys: '1 to 7, Tab', does: 'the views', short: 'views' },
  { keys: 'j k, arrows', does: 'down and up' },
  { keys: 'h l, arrows', does: 'fold or go up a branch; unfold or go down' },
  { keys: 'g G, Home End', does: 'first and last row' },
  { keys: 'PgUp PgDn, ^B ^F', does: 'a screen up and down' },
  { keys: 'Ctrl-Z', does: 'to the shell; fg comes back' },
]

/** The key flags of ink. */
export interface Pressed {
  readonly upArrow: boolean
  readonly downArrow: boolean
  readonly leftArrow: boolean
  readonly rightArrow: boolean
  readonly pageUp: boolean
  readonly pageDown: boolean
  readonly home: boolean
  readonly end: boolean
  readonly return: boolean
  readonly escape: boolean
  readonly tab: boolean
  readonly shift: boolean
  readonly backspace: boolean
  readonly delete: boolean
  readonly ctrl: boolean
  readonly meta: boolean
}

/** Keys by name: up, enter, ctrl-c, or the typed characters. Several may arrive at once. */
export function keysOf(input: string, pressed: Pressed): readonly string[] {
  const named = NAMED_KEYS.find(([field]) => pressed[field])
  if (named) return [named[1]]
  if (pressed.tab) return [pressed.shift ? 'shift-tab' : 'tab']
  if (pressed.ctrl) return [`ctrl-${input}`]
  if (pressed.meta) return [`alt-${input}`]
  return [...input].map((char) => (char === '\r' || char === '\n' ? 'enter' : char === '\t' ? 'tab' : char))
}

const NAMED_KEYS: readonly (readonly [keyof Pressed, string])[] = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageUp', 'pageup'],
  ['pageDown', 'pagedown'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'enter'],
  ['escape', 'esc'],
  ['backspace', 'backspace'],
  ['delete', 'backspace'],
]
