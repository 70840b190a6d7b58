// SPDX-License-Identifier: Apache-2.0

import type { Tone } from '../../model/report/view.ts'
import { toAscii } from '../ascii.ts'
import { textWidth } from '../width.ts'
import type { Look } from './screen.ts'

/** Styles text for a terminal. */
export interface Pen {
  tone(text: string, tone: Tone | undefined): string
  strong(text: string): string
  /** Inverse video is not a colour: it is used without colours, too. */
  inverse(text: string): string
  /** Replaces drawing characters by ASCII where requested. */
  plain(text: string): string
}

export function penOf({ color, ascii }: Look): Pen {
  return {
    tone: (text, tone) => {
      const codes = color && tone ? TONES[tone] : undefined
      return codes && text !== '' ? `${codes[0]}${text}${codes[1]}` : text
    },
    strong: (text) => `\u001b[1m${text}\u001b[22m`,
    inverse: (text) => `\u001b[7m${text}\u001b[27m`,
    plain: ascii ? toAscii : (text) => text,
  }
}

/** Cuts text at this width, with an ellipsis. */
export function cut(text: string, width: number): string {
  if (width <= 0) return ''
  if (textWidth(text) <= width) return text
  return `${head(text, width - 1)}…`
}

/** Cuts names in the middle, which is mostly a namespace and the least important part. */
export function cutName(text: string, width: number): string {
  if (width <= 0) return ''
  const full = textWidth(text)
  if (full <= width) return text
  const [, before, namespace, after] = /^(.*?)([^\s/]+)(\/[^/]*)$/s.exec(text) ?? []
  if (before !== undefined && namespace !== undefined && after !== undefined) {
    const namespaceWidth = textWidth(namespace) - (full - width) - 1
    if (namespaceWidth >= 2) return `${before}${head(namespace, namespaceWidth)}…${after}`
    const short = `${before}…${after}`
    if (textWidth(short) <= width) return short
  }
  if (width < 8) return cut(text, width)
  const end = Math.floor((width - 1) / 2)
  return `${head(text, width - 1 - end)}…${tail(text, end)}`
}

/** Pads text with spaces. */
export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(width - textWidth(text), 0))
}

function head(text: string, width: number): string {
  if (isNarrow(text)) return text.slice(0, width)
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (textWidth(kept + segment) > width) break
    kept += segment
  }
  return kept
}

function tail(text: string, width: number): string {
  if (isNarrow(text)) return text.slice(text.length - width)
  const segments = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
  while (textWidth(segments.join('')) > width) segments.shift()
  return segments.join('')
}

/** Every character is one column wide, so that string length equals width. */
const isNarrow = (text: string) => textWidth(text) === text.length

/** Colours of the terminal's own palette, which its theme keeps readable. */
const TONES: Readonly<Record<Tone, readonly [string, string] | undefined>> = {
  good: ['\u001b[32m', '\u001b[39m'],
  busy: ['\u001b[33m', '\u001b[39m'],
  bad: ['\u001b[31m', '\u001b[39m'],
  dim: ['\u001b[2m', '\u001b[22m'],
  plain: undefined,
}
