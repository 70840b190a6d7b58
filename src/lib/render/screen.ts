// SPDX-License-Identifier: Apache-2.0
import { textWidth } from './width.ts'

export interface TerminalSize {
  readonly columns: number
  readonly rows: number
}

const ESCAPE = '\u001b['
/** Synchronized update: the terminal shows everything in between at once. */
const SYNCHRONIZED = [`${ESCAPE}?2026h`, `${ESCAPE}?2026l`] as const
export const HIDE_CURSOR = `${ESCAPE}?25l`
export const SHOW_CURSOR = `${ESCAPE}?25h`

/** Repaints text in place at the cursor, without the alternate screen. */
export class InlineScreen {
  #lines: readonly string[] = []

  /** The output that replaces the last text; only changed lines are written. */
  paint(text: string, size: TerminalSize): string {
    const lines = limitLines(wrapToTerminal(text, size.columns), size.rows)
    const before = this.#lines
    const up = before.length > 0 ? `${ESCAPE}${before.length}A` : ''
    const body = lines.map((line, i) => `${before[i] === line ? '' : `${line}${ESCAPE}K`}\r\n`).join('')
    this.#lines = lines
    return `${SYNCHRONIZED[0]}${up}\r${body}${ESCAPE}J${SYNCHRONIZED[1]}`
  }

  /** The output that removes the last text. */
  erase(): string {
    const up = this.#lines.length > 0 ? `${ESCAPE}${this.#lines.length}A\r${ESCAPE}J` : ''
    this.#lines = []
    return up
  }

  /** After a resize the position of the last text is unknown: clear the screen and repaint from the top. */
  resized(): string {
    this.#lines = []
    return `${ESCAPE}H${ESCAPE}J`
  }

  /** Other output was written below: repaint at the cursor. */
  forget(): void {
    this.#lines = []
  }
}

/** One line less than the terminal has: the cursor is on the last one. */
function limitLines(lines: readonly string[], rows: number): readonly string[] {
  const limit = Math.max(1, rows - 1)
  if (lines.length <= limit) return lines
  const kept = Math.max(0, limit - 1)
  return [...lines.slice(0, kept), `… ${lines.length - kept} more lines in a taller window`]
}

/** Splits lines that are longer than the terminal is wide. */
function wrapToTerminal(text: string, columns: number): readonly string[] {
  const lines = text.replace(/\n+$/, '').split('\n')
  return lines.flatMap((line) => (line.length <= columns ? [line] : splitLine(line, Math.max(1, columns))))
}

const COLOUR = new RegExp(`${ESCAPE.replace('[', '\\[')}[0-9;]*m`, 'y')

/** Splits a line; an active colour continues on the next one. */
function splitLine(line: string, columns: number): readonly string[] {
  const lines: string[] = []
  let [current, width, colour] = ['', 0, '']
  const end = () => {
    lines.push(colour === '' ? current : `${current}${ESCAPE}0m`)
    current = colour
    width = 0
  }
  for (let at = 0; at < line.length; ) {
    COLOUR.lastIndex = at
    const code = COLOUR.exec(line)?.[0]
    if (code) {
      colour = /\[(0|39|22)?m$/.test(code) ? '' : code
      current += code
      at += code.length
      continue
    }
    const next = segmentAt(line, at)
    const segmentWidth = textWidth(next)
    if (width + segmentWidth > columns && width > 0) end()
    current += next
    width += segmentWidth
    at += next.length
  }
  lines.push(current)
  return lines
}

const segmenter = new Intl.Segmenter()

/** ASCII characters need no segmenter unless a combining character follows. */
function segmentAt(line: string, at: number): string {
  if (line.charCodeAt(at) < 0x7f && !(line.charCodeAt(at + 1) > 0x7f)) return line.charAt(at)
  for (const { segment } of segmenter.segment(line.slice(at, at + 32))) return segment
  return line.charAt(at)
}
