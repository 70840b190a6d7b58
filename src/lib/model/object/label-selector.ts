// SPDX-License-Identifier: Apache-2.0
import { safeLine } from '../text/sanitize.ts'

type Labels = Readonly<Record<string, string>>

/** The value of -l. */
export interface LabelSelector {
  readonly text: string
  matches(labels: Labels | undefined): boolean
}

export class SelectorError extends Error {}

type Test = (value: string | undefined) => boolean

interface Requirement {
  readonly key: string
  readonly test: Test
}

/** kubectl's label selectors: a=b, a==b, a!=b, a in (b,c), a notin (b,c), a, !a, a>1, a<1, separated by commas. */
export function parseSelector(text: string): LabelSelector {
  const all = requirements(tokensOf(text))
  return { text, matches: (labels = {}) => all.every(({ key, test }) => test(ownLabel(labels, key))) }
}

const ownLabel = (labels: Labels, key: string) => (Object.hasOwn(labels, key) ? labels[key] : undefined)

const tokensOf = (text: string): readonly string[] => text.match(/[!=]=|[=!,()<>]|[^\s=!,()<>]+/g) ?? []

function requirements(list: readonly string[]): readonly Requirement[] {
  const parsed: Requirement[] = []
  const tokens = new TokenReader(list)
  while (!tokens.isEmpty) {
    parsed.push(requirement(tokens))
    if (tokens.isEmpty) break
    const comma = tokens.next()
    if (comma !== ',') throw new SelectorError(`a comma is missing before ${quoted(comma)}`)
    if (tokens.isEmpty) throw new SelectorError('nothing follows the last comma')
  }
  return parsed
}

function requirement(tokens: TokenReader): Requirement {
  const isNegated = tokens.skip('!')
  const key = keyOf(tokens.next())
  if (isNegated || tokens.isEmpty || tokens.peek() === ',')
    return { key, test: (value) => (value === undefined) === isNegated }
  const operator = tokens.next()
  if (operator === 'in' || operator === 'notin') return { key, test: setTest(operator, setOf(key, operator, tokens)) }
  if (operator === '<' || operator === '>') return { key, test: numberTest(operator, key, tokens) }
  if (!EQUALITY.has(operator))
    throw new SelectorError(`${quoted(operator)} after ${quoted(key)} is none of =, ==, !=, in, notin, <, >`)
  const desired = tokens.isEmpty || tokens.peek() === ',' ? '' : labelValue(tokens.next())
  return { key, test: (value) => (value === desired) === (operator !== '!=') }
}

const EQUALITY: ReadonlySet<string> = new Set(['=', '==', '!='])

function setTest(operator: string, values: ReadonlySet<string>): Test {
  return (value) => (value !== undefined && values.has(value)) === (operator === 'in')
}

/** As in kubectl, () and a comma without a value before or after it mean the empty value. */
function setOf(key: string, operator: string, tokens: TokenReader): ReadonlySet<string> {
  if (!tokens.skip('(')) throw new SelectorError(`( is missing: write ${quoted(`${key} ${operator} (a,b)`)}`)
  const values = new Set<string>()
  for (;;) {
    if (tokens.isEmpty) throw new SelectorError(`the ( after ${quoted(`${key} ${operator}`)} is not closed`)
    values.add(tokens.peek() === ',' || tokens.peek() === ')' ? '' : labelValue(tokens.next()))
    const separator = tokens.next()
    if (separator === ')') return values
    if (separator !== ',' && separator !== '') throw new SelectorError(`a comma is missing before ${quoted(separator)}`)
  }
}

function numberTest(operator: string, key: string, tokens: TokenReader): Test {
  const desired = tokens.next()
  if (!INTEGER.test(desired)) throw new SelectorError(`${quoted(key)} ${operator} needs a whole number`)
  return (value) => {
    if (value === undefined || !INTEGER.test(value)) return false
    return operator === '>' ? BigInt(value) > BigInt(desired) : BigInt(value) < BigInt(desired)
  }
}

const INTEGER = /^-?\d{1,19}$/
const NAME = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/
const PREFIX = /^(?=.{1,253}$)[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/

function keyOf(word: string): string {
  if (word === '' || /^[=!,()<>]+$/.test(word))
    throw new SelectorError(word === '' ? 'a label is missing at its end' : `a label is missing before ${quoted(word)}`)
  const parts = word.split('/')
  const [name = '', prefix] = parts.toReversed()
  if (parts.length > 2 || !NAME.test(name) || (prefix !== undefined && !PREFIX.test(prefix)))
    throw new SelectorError(`${quoted(word)} is no label, write for example env or example.com/env`)
  return word
}

function labelValue(word: string): string {
  if (NAME.test(word)) return word
  throw new SelectorError(`${quoted(word)} is no value of a label: letters, digits, - _ and . only, 63 at most`)
}

const quoted = (word: string) => `"${safeLine(word)}"`

/** Reads the tokens of a selector in order; returns empty strings after the last one. */
class TokenReader {
  readonly #tokens: readonly string[]
  #at = 0

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens
  }

  get isEmpty(): boolean {
    return this.#at >= this.#tokens.length
  }

  peek(): string {
    return this.#tokens[this.#at] ?? ''
  }

  next(): string {
    const token = this.peek()
    this.#at += 1
    return token
  }

  skip(token: string): boolean {
    if (this.peek() !== token) return false
    this.#at += 1
    return true
  }
}
