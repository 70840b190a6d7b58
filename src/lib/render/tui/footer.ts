// SPDX-License-Identifier: Apache-2.0
import type { Scene } from './frame.ts'
import { KEYS } from './keys.ts'
import { cut, type Pen } from './paint.ts'
import { candidates } from './prompt.ts'
import { VIEW_NAMES } from './screen.ts'
import type { Prompt } from './state.ts'

/** The equivalent command; then the prompt, a message, or the keys. */
export function footerLines(scene: Scene): readonly string[] {
  const { page, state, size, pen } = scene
  const command = pen.tone(pen.plain(cut(`$ ${page.command}`, size.columns)), 'dim')
  if (state.prompt) return [command, promptLine(state.prompt, scene)]
  if (state.message !== undefined) return [command, pen.tone(pen.plain(cut(state.message, size.columns)), 'busy')]
  return [command, keyLine(size.columns, pen)]
}

function promptLine({ type, text }: Prompt, { screen, size, pen }: Scene): string {
  const typed = `${type === 'filter' ? '/' : ':'}${text}`
  if (type === 'filter') return pen.plain(cut(`${typed}_   Enter keeps it, Esc takes it away`, size.columns))
  const matching = candidates(text, [...VIEW_NAMES, ...screen.names()])
  const suggestions = matching.length === 0 ? 'nothing is called so' : matching.slice(0, 6).join('  ')
  const available = size.columns - typed.length - 4
  return `${pen.plain(cut(`${typed}_`, size.columns))}   ${pen.tone(pen.plain(cut(suggestions, available)), 'dim')}`
}

function keyLine(width: number, pen: Pen): string {
  let line = ''
  for (const { keys, short } of KEYS) {
    if (short === undefined) continue
    const next = `${line}${line === '' ? '' : '  '}${keys} ${short}`
    if (next.length > width) break
    line = next
  }
  return pen.tone(line, 'dim')
}
