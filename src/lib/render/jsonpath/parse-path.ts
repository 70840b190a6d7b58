// SPDX-License-Identifier: Apache-2.0
import { parseFilter } from './parse-filter.ts'
import { closing, quoteEnd, splitOutsideQuotes, unquote } from './scan.ts'
import type { Path, PathStep } from './template.ts'

/** Parses one path, .a.b[0]['c']..d[?(@.e=="f")], or a literal. Throws an Error with the reason. */
export function parsePath(text: string): Path {
  const steps: PathStep[] = []
  let at = 0
  while (at < text.length) {
    const char = text[at] as string
    if (/\s/.test(char) || char === '$' || char === '@') at++
    else if (char === '.') {
      const [found, next] = parseDotted(text, at)
      steps.push(...found)
      at = next
    } else if (char === '[') {
      const close = closing(text, at + 1, ']')
      if (close === -1) throw new Error('a [ is not closed')
      steps.push(parseBrackets(text.slice(at + 1, close)))
      at = close + 1
    } else {
      const [value, next] = parseLiteral(text, at)
      steps.push({ type: 'literal', value })
      at = next
    }
  }
  return steps
}

function parseDotted(text: string, at: number): readonly [readonly PathStep[], number] {
  const isRecursive = text[at + 1] === '.'
  const from = isRecursive ? at + 2 : at + 1
  if (text[from] === '*') return [isRecursive ? [{ type: 'descend' }, { type: 'each' }] : [{ type: 'each' }], from + 1]
  const [name, next] = match(NAME, text, from)
  const field: PathStep = { type: 'field', name: name.replace(/\\(.)/gsu, '$1') }
  if (!isRecursive) return [[field], next]
  return [name === '' ? [{ type: 'descend' }] : [{ type: 'descend' }, field], next]
}

function match(pattern: RegExp, text: string, from: number): readonly [string, number] {
  pattern.lastIndex = from
  const [found = ''] = pattern.exec(text) ?? []
  return [found, from + found.length]
}

function parseBrackets(text: string): PathStep {
  if (text.startsWith('?')) return { type: 'filter', filter: parseFilter(text.slice(1).trim(), parsePath) }
  const keys = splitOutsideQuotes(text, ',').map(parseKey)
  return keys.length === 1 ? (keys[0] as PathStep) : { type: 'union', of: keys }
}

function parseKey(text: string): PathStep {
  const key = text.trim()
  const quoted = /^(['"])(.*)\1$/su.exec(key)
  if (quoted) return { type: 'field', name: (quoted[2] ?? '').replace(/\\(.)/gsu, '$1') }
  if (key === '*') return { type: 'slice', step: 1 }
  if (/^-?\d+$/.test(key)) return { type: 'index', at: Number(key) }
  const parts = /^(-?\d*):(-?\d*)(?::(-?\d*))?$/.exec(key)
  if (!parts) throw new Error(`[${key}] is no index, no slice, no quoted key and no filter`)
  const [from, to, step] = parts.slice(1).map((part) => (part ? Number(part) : undefined))
  if (step !== undefined && !(step > 0)) throw new Error(`[${key}]: the step must be 1 or more`)
  return {
    type: 'slice',
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    step: step ?? 1,
  }
}

function parseLiteral(text: string, at: number): readonly [string | number | boolean, number] {
  const char = text[at] as string
  if (char === '"' || char === "'") {
    const close = quoteEnd(text, at)
    if (close === -1) throw new Error(`a ${char} is not closed`)
    return [unquote(text.slice(at + 1, close)), close + 1]
  }
  const [number, next] = match(NUMBER, text, at)
  if (number !== '') return [Number(number), next]
  const [word, end] = match(NAME, text, at)
  if (word === 'true' || word === 'false') return [word === 'true', end]
  throw new Error(/^\w/.test(word) ? `"${word}" is no path: write .${word}` : `"${word || char}" has no meaning here`)
}

/** A name ends at these characters; a backslash escapes them: .labels.a\.b */
const NAME = /(?:\\.|[^\s.,[\]{}$@\\])*/suy

const NUMBER = /[+-]?\d+(?:\.\d+)?/y
