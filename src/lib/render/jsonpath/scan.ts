// SPDX-License-Identifier: Apache-2.0

/** Every character outside of quotes and escapes. */
export function* bare(text: string, from = 0): Generator<UnquotedCharacter> {
  let quote = ''
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const char = text[at] as string
    if (char === '\\') at++
    else if (quote !== '') quote = char === quote ? '' : quote
    else if (char === '"' || char === "'") quote = char
    else {
      yield { at, char, depth }
      if (char === '[' || char === '(') depth++
      if (char === ']' || char === ')') depth--
    }
  }
}

/** The position of the character that ends a part; -1 if there is none. */
export function closing(text: string, from: number, end: string): number {
  return bare(text, from).find(({ char, depth }) => char === end && depth === 0)?.at ?? -1
}

/** Splits at separators outside of quotes and brackets. */
export function splitOutsideQuotes(text: string, separator: string): string[] {
  const cuts = [...bare(text)].filter(({ char, depth }) => char === separator && depth === 0).map(({ at }) => at)
  return [...cuts, text.length].map((cut, i) => text.slice(i === 0 ? 0 : (cuts[i - 1] ?? 0) + 1, cut))
}

/** The position of the closing quote; -1 if there is none. */
export function quoteEnd(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === text[at]) return i
  }
  return -1
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', a: '\u0007' }

/** Resolves the escapes inside quotes as Go and JSON do. */
export function unquote(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))/gsu, (_, long, short, char: string) =>
    char === undefined ? String.fromCharCode(Number.parseInt(long ?? short, 16)) : (ESCAPES[char] ?? char),
  )
}

interface UnquotedCharacter {
  readonly at: number
  readonly char: string
  /** Number of open brackets and parentheses. */
  readonly depth: number
}
