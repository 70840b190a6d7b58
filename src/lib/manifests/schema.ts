// SPDX-License-Identifier: Apache-2.0
import { entriesAt, fieldAt, textsAt } from '../model/object/fields.ts'
import { closestMatches } from '../model/text/closest-matches.ts'
import { safeLine } from '../model/text/sanitize.ts'
import { brokenLimits } from './schema-limits.ts'

/** A violation of a schema. */
export interface Breach {
  readonly path: readonly (string | number)[]
  readonly rule: 'unknown-field' | 'wrong-type' | 'missing-field' | 'not-allowed'
  readonly message: string
  readonly isKey?: true
}

/**
 * Validates a value against a structural schema of a CRD or XRD. Does not evaluate CEL rules: only the API server does.
 */
export function* breaches(value: unknown, schema: unknown, path: Breach['path'] = []): Iterable<Breach> {
  const type = fieldAt(schema, 'type')
  if (value === null || value === undefined) {
    // The API server replaces null with the default.
    const isAllowed = fieldAt(schema, 'nullable') === true || hasDefault(schema) || !isDescribed(schema)
    if (!isAllowed && path.length > 0) yield { path, rule: 'wrong-type', message: `${nameOf(path)} has no value` }
    return
  }
  if (!isOfType(value, type, schema)) {
    const name = String(type ?? 'text or a whole number')
    const expected = Object.hasOwn(TYPES, name) ? TYPES[name] : name
    yield { path, rule: 'wrong-type', message: `${nameOf(path)} is ${shown(value)}: it must be ${expected}` }
    return
  }
  yield* valueBreaches(value, schema, path)
  if (Array.isArray(value))
    for (const [i, item] of value.entries()) yield* breaches(item, fieldAt(schema, 'items'), [...path, i])
  else if (typeof value === 'object') yield* fieldBreaches(value, schema, path)
}

const hasDefault = (schema: unknown) => fieldAt(schema, 'default') !== undefined
const isDescribed = (schema: unknown) => typeof schema === 'object' && schema !== null && 'type' in schema

function* valueBreaches(value: unknown, schema: unknown, path: Breach['path']): Iterable<Breach> {
  const wrong = (message: string): Breach => ({
    path,
    rule: 'not-allowed',
    message: `${nameOf(path)} is ${shown(value)}: ${safeLine(message, 200)}`,
  })
  for (const message of brokenLimits(value, schema)) yield wrong(message)
  for (const part of partsOf(schema, 'allOf')) yield* partBreaches(value, part, path)
  const [any, one] = [partsOf(schema, 'anyOf'), partsOf(schema, 'oneOf')]
  const fits = (part: unknown) => [...partBreaches(value, part, path)].length === 0
  const { length } = one.filter(fits)
  if (any.length > 0 && !any.some(fits))
    yield missingAlternative(any, value, path) ?? wrong('it fits none of what is allowed')
  if (one.length > 0 && length === 0)
    yield missingAlternative(one, value, path) ?? wrong('it fits none of what is allowed')
  if (length > 1) yield wrong(severalOf(one, value))
  const not = fieldAt(schema, 'not')
  if (not !== undefined && fits(not)) yield wrong('it is what it must not be')
}

const partsOf = (schema: unknown, key: string): readonly unknown[] => {
  const found = fieldAt(schema, key)
  return Array.isArray(found) ? found : []
}

/** If every alternative requires fields, names those instead of a general message. */
function missingAlternative(parts: readonly unknown[], value: unknown, path: Breach['path']): Breach | undefined {
  const required = parts.map((part) => textsAt(part, 'required').join(' and '))
  if (required.some((names) => names === '') || typeof value !== 'object') return undefined
  return { path, rule: 'missing-field', message: `${nameOf(path)} has none of ${safeLine(required.join(', '), 200)}` }
}

function severalOf(parts: readonly unknown[], value: unknown): string {
  const set = parts.flatMap((part) => textsAt(part, 'required')).filter((name) => fieldAt(value, name) !== undefined)
  return set.length > 1 ? `only one of ${set.join(', ')} may be set` : 'it fits more than one of what is allowed'
}

/** Parts of allOf, anyOf, oneOf and not are not structural: fields they do not name are not unknown. */
function* partBreaches(value: unknown, part: unknown, path: Breach['path']): Iterable<Breach> {
  for (const breach of breaches(value, part, path)) if (breach.rule !== 'unknown-field') yield breach
}

function* fieldBreaches(value: object, schema: unknown, path: Breach['path']): Iterable<Breach> {
  const known = new Map(entriesAt(schema, 'properties'))
  const others = fieldAt(schema, 'additionalProperties')
  const isEmbedded = fieldAt(schema, 'x-kubernetes-embedded-resource') === true
  const isOpen = fieldAt(schema, 'x-kubernetes-preserve-unknown-fields') === true || others === true
  for (const name of textsAt(schema, 'required'))
    if (!Object.hasOwn(value, name) && !hasDefault(known.get(name)))
      yield { path, rule: 'missing-field', message: `${nameOf([...path, name])} is missing` }
  for (const [key, below] of Object.entries(value)) {
    const own = known.get(key)
    if (own !== undefined) yield* breaches(below, own, [...path, key])
    else if (typeof others === 'object') yield* breaches(below, others, [...path, key])
    else if (!isOpen && known.size > 0 && !(isEmbedded && EMBEDDED.has(key)))
      yield { ...unknownField(key, [...known.keys()], path), isKey: true }
  }
}

const EMBEDDED: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata'])

function unknownField(key: string, known: readonly string[], path: Breach['path']): Breach {
  const [close] = closestMatches(key, known)
  const hint = close ? `did you mean ${close}?` : `available: ${known.slice(0, 20).join(', ')}`
  const at = [...path, key]
  return { path: at, rule: 'unknown-field', message: `${nameOf(at)} is no field: ${safeLine(hint, 300)}` }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map',
}

function isOfType(value: unknown, type: unknown, schema: unknown): boolean {
  if (fieldAt(schema, 'x-kubernetes-int-or-string') === true)
    return typeof value === 'string' || Number.isInteger(value)
  if (typeof type !== 'string' || type === '') return true
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && !Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

const shown = (value: unknown) =>
  Array.isArray(value)
    ? `a list of ${value.length}`
    : typeof value === 'object'
      ? 'a map'
      : safeLine(JSON.stringify(value) ?? '', 60)

const nameOf = (path: Breach['path']) =>
  safeLine(
    path.map((step, i) => (typeof step === 'number' ? `[${step}]` : `${i > 0 ? '.' : ''}${step}`)).join(''),
    120,
  ) || 'the document'
