// SPDX-License-Identifier: Apache-2.0
import type { Document, LineCounter, ParsedNode, ScalarTag } from 'yaml'
import { C5c3Error, type ErrorCode } from '../../model/report/errors.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { findAliasExcess, findExcess, LOCAL_YAML, type YamlLimits } from './yaml-limits.ts'

/**
 * One value of a YAML file with its position, so that a wrong type is reported as "file:3:7: clusters[0].name must be a
 * string" and never as a TypeError. Absent and null are the same, as in Go. Values are private: they may be secrets.
 */
export class Field {
  readonly path: string
  readonly #value: unknown
  readonly #keys: readonly (string | number)[]
  readonly #fail: Fail

  constructor(value: unknown, keys: readonly (string | number)[], fail: Fail) {
    this.#value = value
    this.#keys = keys
    this.#fail = fail
    this.path = keys.map((key, i) => (typeof key === 'number' ? `[${key}]` : i === 0 ? key : `.${key}`)).join('')
  }

  get absent(): boolean {
    return this.#value === undefined || this.#value === null
  }

  /** Empty when absent. */
  text(): string {
    if (this.absent) return ''
    if (typeof this.#value !== 'string') return this.#wrongType('a string (quote it)')
    return this.#value
  }

  /** False when absent. */
  flag(): boolean {
    if (this.absent) return false
    if (typeof this.#value !== 'boolean') return this.#wrongType('true or false')
    return this.#value
  }

  /** The decoded text of a base64 field; undefined when absent or empty. */
  base64(): string | undefined {
    const text = this.text().replace(/[\r\n]/g, '')
    if (text === '') return undefined
    if (!BASE64.test(text)) return this.fail('is not valid base64')
    return Buffer.from(text, 'base64').toString('utf8')
  }

  /** The field is absent when the map is. */
  get(key: string): Field {
    return new Field(this.#map().get(key), [...this.#keys, key], this.#fail)
  }

  /** Empty when absent. */
  items(): Field[] {
    if (this.absent) return []
    if (!Array.isArray(this.#value)) return this.#wrongType('a list')
    return this.#value.map((value, i) => new Field(value, [...this.#keys, i], this.#fail))
  }

  /** Empty when absent. */
  entries(): [string, Field][] {
    return [...this.#map()].map(([key, value]) => [key, new Field(value, [...this.#keys, key], this.#fail)])
  }

  json(): string {
    return toJson(this.#value)
  }

  /** Throws an error that names file, line, column and this field. */
  fail(message: string): never {
    return this.#fail(this.#keys, `${safeLine(this.path) || 'it'} ${message}`)
  }

  #wrongType(expected: string): never {
    return this.fail(`must be ${expected}`)
  }

  #map(): Map<string, unknown> {
    if (this.absent) return new Map()
    if (!(this.#value instanceof Map)) return this.#wrongType('a map')
    // Keys are nearly always strings; then avoid a copy for every lookup.
    const isNamed = [...this.#value.keys()].every((key) => typeof key === 'string')
    return isNamed ? this.#value : new Map([...this.#value].map(([key, value]) => [String(key), value]))
  }
}

type Fail = (keys: readonly (string | number)[], message: string) => never

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Parses the first YAML document as kubectl does. A C5c3Error names the source, never a value. */
export async function readDocument(text: string, source: string, limits = LOCAL_YAML): Promise<Field> {
  for await (const root of readDocuments(text, source, 'BAD_KUBECONFIG', limits)) return root
  return new Field(undefined, [], () => fail('BAD_KUBECONFIG', source, '', 'is empty'))
}

/** Yields the documents lazily: an invalid document only fails callers that read that far. */
export async function* readDocuments(
  text: string,
  source: string,
  code: ErrorCode,
  limits: YamlLimits = LOCAL_YAML,
): AsyncGenerator<Field> {
  const yaml = await import('yaml')
  const lines = new yaml.LineCounter()
  const at = (offset: number, message: string) => fail(code, source, position(lines, offset), message)
  const control = CONTROL.exec(text)
  if (control) fail(code, source, lineOf(text, control.index), 'holds a control character')
  const excess = findExcess(yaml, text, limits)
  if (excess) fail(code, source, lineOf(text, excess.offset), excess.reason)
  // The parser is recursive: deeply nested blocks overflow its stack.
  const docs = parse(yaml, text, lines) ?? fail(code, source, '', 'is not valid YAML (nested too deeply)')
  for (const doc of docs) {
    // Only the code: the parser's message quotes the text, which contains secrets.
    const [error] = doc.errors
    if (error) at(error.pos[0], `is not valid YAML (${error.code.toLowerCase().replaceAll('_', ' ')})`)
    const [warning] = doc.warnings
    if (warning) at(warning.pos[0], 'uses a YAML tag that is not supported')
    const aliasExcess = findAliasExcess(yaml, doc, limits)
    if (aliasExcess) at(aliasExcess.offset, aliasExcess.reason)
    const value = toValue(doc) ?? at(0, 'is not valid YAML (a merge key without a map)')
    yield new Field(value.resolved, [], (keys, message) => at(offsetOf(yaml, doc, keys), message))
  }
}

// kubectl's parser refuses these too.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]/

function parse(yaml: typeof import('yaml'), text: string, lineCounter: LineCounter): Document.Parsed[] | undefined {
  const options = {
    lineCounter,
    schema: 'failsafe',
    customTags: GO_SCALARS,
    merge: true,
    prettyErrors: false,
    uniqueKeys: false,
  } as const
  try {
    return [...yaml.parseAllDocuments<ParsedNode>(text, options)]
  } catch {
    return undefined
  }
}

/** Undefined when a merge key does not refer to maps, the only error left at this point. */
function toValue(doc: Document.Parsed): { readonly resolved: unknown } | undefined {
  try {
    // Aliases were counted before; the library's own check walks the document once more for each alias.
    return { resolved: doc.toJS({ mapAsMap: true, maxAliasCount: -1 }) }
  } catch {
    return undefined
  }
}

function fail(code: ErrorCode, source: string, at: string, message: string): never {
  throw new C5c3Error(code, 'usage', `${safeLine(source)}${at ? `:${at}` : ''}: ${message}`)
}

function position(lines: LineCounter, offset: number): string {
  const { line, col } = lines.linePos(offset)
  return `${line}:${col}`
}

function lineOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n')
  return `${before.length}:${(before.at(-1) ?? '').length + 1}`
}

/** The offset of the value at a path, or of its nearest parent. */
function offsetOf(yaml: typeof import('yaml'), doc: Document.Parsed, keys: readonly (string | number)[]): number {
  let node: unknown = doc.contents
  let offset = doc.contents?.range[0] ?? 0
  for (const key of keys) {
    if (yaml.isAlias(node)) node = node.resolve(doc)
    if (yaml.isMap(node)) node = node.items.findLast(({ key: k }) => yaml.isScalar(k) && k.source === key)?.value
    else if (yaml.isSeq(node)) node = node.items[Number(key)]
    else return offset
    if (!yaml.isNode(node)) return offset
    offset = node.range?.[0] ?? offset
  }
  return offset
}

interface Scalar extends ScalarTag {
  readonly test: RegExp
  readonly resolve: (text: string) => unknown
}

const scalar = (name: string, test: RegExp, resolve: (text: string) => unknown): Scalar => ({
  tag: `tag:yaml.org,2002:${name}`,
  default: true,
  test,
  resolve,
})

// kubectl's own variant of YAML 1.1: y and on are booleans, 0o7 is a number, dates and 1:30 are strings.
const GO_SCALARS: Scalar[] = [
  scalar('null', /^(?:|~|null|Null|NULL)$/, () => null),
  scalar('bool', /^(?:y|Y|yes|Yes|YES|true|True|TRUE|on|On|ON)$/, () => true),
  scalar('bool', /^(?:n|N|no|No|NO|false|False|FALSE|off|Off|OFF)$/, () => false),
  scalar('int', /^[-+]?(?:0[xX][0-9a-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|[0-9][0-9_]*)$/, number),
  scalar('float', /^[-+]?(?:\.[0-9_]+|[0-9][0-9_]*\.[0-9_]*|[0-9][0-9_]*(?=[eE]))(?:[eE][-+]?[0-9]+)?$/, number),
  scalar('float', /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/, () => Number.NaN),
]

function number(text: string): number {
  return Number(text.replaceAll('_', '').replace(/^\+/, ''))
}

function toJson(value: unknown): string {
  if (value instanceof Map)
    return `{${[...value].map(([key, v]) => `${JSON.stringify(String(key))}:${toJson(v)}`).join(',')}}`
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`
  return JSON.stringify(value ?? null)
}
