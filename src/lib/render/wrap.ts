// SPDX-License-Identifier: Apache-2.0
import { textWidth } from './width.ts'

export interface WrapWidth {
  /** Columns of the first line; undefined: unlimited. */
  readonly first: number | undefined
  /** Columns of the other lines. */
  readonly next: number
}

/** Wraps text between words, and inside a word only when it is longer than a line. */
export function wrap(text: string, { first, next }: WrapWidth): readonly string[] {
  if (first === undefined || textWidth(text) <= first) return [text]
  const lines: string[] = []
  const limit = () => Math.max(lines.length === 0 ? first : next, MIN_WIDTH)
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

/** The part of a word that fits: up to the last separator, and never half a character. */
function head(word: string, limit: number): string {
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(word)) {
    if (textWidth(kept + segment) > limit && kept !== '') break
    kept += segment
  }
  const joint = /^.*[-/.,:@](?=.)/s.exec(kept)?.[0] ?? ''
  return joint.length * 2 > kept.length ? joint : kept
}

/** The first lines, with an ellipsis when there are more. */
export function firstLines(lines: readonly string[], limit: number): readonly string[] {
  return lines.length <= limit ? lines : [...lines.slice(0, limit - 1), `${(lines[limit - 1] ?? '').slice(0, -1)}…`]
}

/** Minimal width for wrapping. */
const MIN_WIDTH = 8
