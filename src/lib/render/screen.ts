// SPDX-License-Identifier: Apache-2.0
import { textWidth } from './width.ts'

/** How large the terminal is. */
export interface TerminalSize {
  readonly columns: number
  readonly rows: number
}

const ESCAPE = '\u001b['
/** The terminal shows what stands between these at once: nobody sees half a picture. */
const TOGETHER = [`${ESCAPE}?2026h`, `${ESCAPE}?2026l`] as const
export const HIDE_CURSOR = `${ESCAPE}?25l`
export const SHOW_CURSOR = `${ESCAPE}?25h`

/** Pictures that are painted over each other where the cursor stands, without a screen of their own. */
export class InlineScreen {
  #lines: readonly string[] = []

  /** What to write so that the terminal shows this text instead of the last one. Only lines that differ are written. */
  paint(text: string, size: TerminalSize): string {
    const lines = cut(physical(text, size.columns), size.rows)
    const before = this.#lines
    const up = before.length > 0 ? `${ESCAPE}${before.length}A` : ''
    const body = lines.map((line, i) => `${before[i] === line ? '' : `${line}${ESCAPE}K`}\r\n`).join('')
    this.#lines = lines
    return `${TOGETHER[0]}${up}\r${body}${ESCAPE}J${TOGETHER[1]}`
  }

  /** What to write so that nothing of the last picture is left. */
  erase(): string {
    const up = this.#lines.length > 0 ? `${ESCAPE}${this.#lines.length}A\r${ESCAPE}J` : ''
    this.#lines = []
    return up
  }

  /** The window has another size: nobody knows where the last picture stands now, so it is painted from the top. */
  resized(): string {
    this.#lines = []
    return `${ESCAPE}H${ESCAPE}J`
  }

  /** Somebody else wrote below: the next picture is painted where the cursor is. */
  forget(): void {
    this.#lines = []
  }
}

/** One line less than there are: the cursor stands on the last. */
function cut(lines: readonly string[], rows: number): readonly string[] {
  const most = Math.max(1, rows - 1)
  if (lines.length <= most) return lines
  const kept = Math.max(0, most - 1)
  return [...lines.slice(0, kept), `… ${lines.length - kept} more lines in a taller window`]
}

/** Lines as the terminal has them: what is longer than a line goes on in the next. */
function physical(text: string, columns: number): readonly string[] {
  const lines = text.replace(/\n+$/, '').split('\n')
  return lines.flatMap((line) => (line.length <= columns ? [line] : broken(line, Math.max(1, columns))))
}

const COLOUR = new RegExp(`${ESCAPE.replace('[', '\\[')}[0-9;]*m`, 'y')

/** A colour that is on at the end of a line goes on in the next. */
function broken(line: string, columns: number): readonly string[] {
  const lines: string[] = []
  let [now, width, colour] = ['', 0, '']
  const end = () => {
    lines.push(colour === '' ? now : `${now}${ESCAPE}0m`)
    now = colour
    width = 0
  }
  for (let at = 0; at < line.length; ) {
    COLOUR.lastIndex = at
    const code = COLOUR.exec(line)?.[0]
    if (code) {
      colour = /\[(0|39|22)?m$/.test(code) ? '' : code
      now += code
      at += code.length
      continue
    }
    const next = segmentAt(line, at)
    const wide = textWidth(next)
    if (width + wide > columns && width > 0) end()
    now += next
    width += wide
    at += next.length
  }
  lines.push(now)
  return lines
}

const segmenter = new Intl.Segmenter()

/** Plain letters need no table; only what follows them may belong to them. */
function segmentAt(line: string, at: number): string {
  if (line.charCodeAt(at) < 0x7f && !(line.charCodeAt(at + 1) > 0x7f)) return line.charAt(at)
  for (const { segment } of segmenter.segment(line.slice(at, at + 32))) return segment
  return line.charAt(at)
}
