// SPDX-License-Identifier: Apache-2.0
import { textWidth } from './width.ts'

/** Nothing is wrapped narrower than this: a terminal of three columns is not worth the trouble. */
const LEAST = 8

export interface WrapWidth {
  /** Columns of the first line; undefined: as many as it takes. */
  readonly first: number | undefined
  /** Columns of the others. */
  readonly next: number
}

/** Text as lines that fit, broken between words, and inside of a word only when it is longer than a line. */
export function wrap(text: string, { first, next }: WrapWidth): readonly string[] {
  if (first === undefined || textWidth(text) <= first) return [text]
  const lines: string[] = []
  const limit = () => Math.max(lines.length === 0 ? first : next, LEAST)
  let line = ''
  for (const word of text.split(/(?<=\S)(?=\s)/)) {
    if (textWidth(line + word) <= limit()) {
      line += word
      continue
    }
    if (line.trim() !== '') {
      lines.push(line)
      line = ''
    }
    let rest = line === '' ? word.trimStart() : line + word
    while (textWidth(rest) > limit()) {
      const piece = head(rest, limit())
      lines.push(piece)
      rest = rest.slice(piece.length)
    }
    line = rest
  }
  return line === '' ? lines : [...lines, line]
}

/** As much of a word as fits: up to the last sign that joins, never half of a character. */
function head(word: string, limit: number): string {
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(word)) {
    if (textWidth(kept + segment) > limit && kept !== '') break
    kept += segment
  }
  const joint = /^.*[-/.,:@](?=.)/s.exec(kept)?.[0] ?? ''
  return joint.length * 2 > kept.length ? joint : kept
}

/** The first lines, the last of them marked when there are more. */
export function firstLines(lines: readonly string[], most: number): readonly string[] {
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), `${(lines[most - 1] ?? '').slice(0, -1)}…`]
}
