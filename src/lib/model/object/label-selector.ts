// SPDX-License-Identifier: Apache-2.0
import { safeLine } from '../text/sanitize.ts'

export type Labels = Readonly<Record<string, string>>

/** What -l asks for. */
export interface LabelSelector {
  /** As it was typed. */
  readonly text: string
  matches(labels: Labels | undefined): boolean
}

/** Why a selector cannot be read. */
export class SelectorError extends Error {}

type Test = (value: string | undefined) => boolean

interface Requirement {
  readonly key: string
  readonly test: Test
}

/** Reads kubectl's label selectors: a=b, a==b, a!=b, a in (b,c), a notin (b,c), a, !a, a>1, a<1, with commas between. */
export function parseSelector(text: string): LabelSelector {
  const all = requirements(tokensOf(text))
  return { text, matches: (labels = {}) => all.every(({ key, test }) => test(ownLabel(labels, key))) }
}

const ownLabel = (labels: Labels, key: string) => (Object.hasOwn(labels, key) ? labels[key] : undefined)

const tokensOf = (text: string): readonly string[] => text.match(/[!=]=|[=!,()<>]|[^\s=!,()<>]+/g) ?? []

function requirements(tokens: readonly string[]): readonly Requirement[] {
  const found: Requirement[] = []
  const words = new Words(tokens)
  while (!words.isEmpty) {
    found.push(requirement(words))
    if (words.isEmpty) break
    const comma = words.next()
    if (comma !== ',') throw new SelectorError(`a comma is missing before ${quoted(comma)}`)
    if (words.isEmpty) throw new SelectorError('nothing follows the last comma')
  }
  return found
}

function requirement(words: Words): Requirement {
  const isNegated = words.skip('!')
  const key = keyOf(words.next())
  if (isNegated || words.isEmpty || words.peek() === ',')
    return { key, test: (value) => (value === undefined) === isNegated }
  const operator = words.next()
  if (operator === 'in' || operator === 'notin') return { key, test: setTest(operator, setOf(key, operator, words)) }
  if (operator === '<' || operator === '>') return { key, test: numberTest(operator, key, words) }
  if (!EQUALITY.has(operator))
    throw new SelectorError(`${quoted(operator)} after ${quoted(key)} is none of =, ==, !=, in, notin, <, >`)
  const wanted = words.isEmpty || words.peek() === ',' ? '' : labelValue(words.next())
  return { key, test: (value) => (value === wanted) === (operator !== '!=') }
}

const EQUALITY: ReadonlySet<string> = new Set(['=', '==', '!='])

function setTest(operator: string, values: ReadonlySet<string>): Test {
  return (value) => (value !== undefined && values.has(value)) === (operator === 'in')
}

/** As in kubectl, () and a comma without a word before or after it mean the empty value. */
function setOf(key: string, operator: string, words: Words): ReadonlySet<string> {
  if (!words.skip('(')) throw new SelectorError(`( is missing: write ${quoted(`${key} ${operator} (a,b)`)}`)
  const values = new Set<string>()
  for (;;) {
    if (words.isEmpty) throw new SelectorError(`the ( after ${quoted(`${key} ${operator}`)} is not closed`)
    values.add(words.peek() === ',' || words.peek() === ')' ? '' : labelValue(words.next()))
    const sign = words.next()
    if (sign === ')') return values
    if (sign !== ',' && sign !== '') throw new SelectorError(`a comma is missing before ${quoted(sign)}`)
  }
}

function numberTest(operator: string, key: string, words: Words): Test {
  const wanted = words.next()
  if (!INTEGER.test(wanted)) throw new SelectorError(`${quoted(key)} ${operator} needs a whole number`)
  return (value) => {
    if (value === undefined || !INTEGER.test(value)) return false
    return operator === '>' ? BigInt(value) > BigInt(wanted) : BigInt(value) < BigInt(wanted)
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

/** The words of a selector, taken one by one; after the last one there are only empty ones. */
class Words {
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
    const word = this.peek()
    this.#at += 1
    return word
  }

  skip(word: string): boolean {
    if (this.peek() !== word) return false
    this.#at += 1
    return true
  }
}
