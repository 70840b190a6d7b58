// SPDX-License-Identifier: Apache-2.0
import { entriesAt, fieldAt, textsAt } from '../model/fields.ts'
import { nearest } from '../model/nearest.ts'
import { safeLine } from '../model/safe.ts'

/** What a value breaks of its schema. */
export interface Breach {
  readonly path: readonly (string | number)[]
  readonly rule: 'unknown-field' | 'wrong-type' | 'missing-field' | 'not-allowed'
  readonly message: string
  /** The key is wrong, not its value. */
  readonly isKey?: true
}

/** Holds a value against a structural schema as CRDs and XRDs have it; what the schema does not say is not checked. */
export function* breaches(value: unknown, schema: unknown, path: Breach['path'] = []): Iterable<Breach> {
  const type = fieldAt(schema, 'type')
  if (value === null || value === undefined) {
    if (fieldAt(schema, 'nullable') !== true && path.length > 0)
      yield { path, rule: 'wrong-type', message: `${nameOf(path)} has no value` }
    return
  }
  if (typeof type === 'string' && !isOfType(value, type, schema)) {
    yield { path, rule: 'wrong-type', message: `${nameOf(path)} is ${shown(value)}: it must be ${TYPES[type] ?? type}` }
    return
  }
  yield* limits(value, schema, path)
  if (Array.isArray(value))
    for (const [i, item] of value.entries()) yield* breaches(item, fieldAt(schema, 'items'), [...path, i])
  else if (typeof value === 'object') yield* fields(value, schema, path)
}

function* fields(value: object, schema: unknown, path: Breach['path']): Iterable<Breach> {
  const known = new Map(entriesAt(schema, 'properties'))
  const others = fieldAt(schema, 'additionalProperties')
  const isOpen = fieldAt(schema, 'x-kubernetes-preserve-unknown-fields') === true || others === true
  for (const name of textsAt(schema, 'required'))
    if (!Object.hasOwn(value, name))
      yield { path, rule: 'missing-field', message: `${nameOf([...path, name])} is missing` }
  for (const [key, below] of Object.entries(value)) {
    const own = known.get(key)
    if (own !== undefined) yield* breaches(below, own, [...path, key])
    else if (typeof others === 'object') yield* breaches(below, others, [...path, key])
    else if (!isOpen && known.size > 0) yield { ...unknownField(key, [...known.keys()], path), isKey: true }
  }
}

function unknownField(key: string, known: readonly string[], path: Breach['path']): Breach {
  const [close] = nearest(key, known)
  const hint = close ? `did you mean ${close}?` : `there are ${known.join(', ')}`
  const at = [...path, key]
  return { path: at, rule: 'unknown-field', message: `${nameOf(at)} is no field: ${hint}` }
}

function* limits(value: unknown, schema: unknown, path: Breach['path']): Iterable<Breach> {
  const wrong = (message: string): Breach => ({
    path,
    rule: 'not-allowed',
    message: `${nameOf(path)} is ${shown(value)}: ${message}`,
  })
  const allowed = fieldAt(schema, 'enum')
  if (Array.isArray(allowed) && !allowed.includes(value)) {
    const [close] = typeof value === 'string' ? nearest(value, allowed.map(String)) : []
    yield wrong(`it must be one of ${allowed.join(', ')}${close ? ` (${close}?)` : ''}`)
  }
  const limit = (key: string) => {
    const found = fieldAt(schema, key)
    return typeof found === 'number' ? found : undefined
  }
  const size = Array.isArray(value) || typeof value === 'string' ? value.length : undefined
  const [least, most] = [limit('minimum'), limit('maximum')]
  if (typeof value === 'number' && least !== undefined && value < least) yield wrong(`at least ${least}`)
  if (typeof value === 'number' && most !== undefined && value > most) yield wrong(`at most ${most}`)
  const [few, many] = Array.isArray(value)
    ? [limit('minItems'), limit('maxItems')]
    : [limit('minLength'), limit('maxLength')]
  if (size !== undefined && few !== undefined && size < few) yield wrong(`at least ${few} are needed`)
  if (size !== undefined && many !== undefined && size > many) yield wrong(`at most ${many} are allowed`)
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map',
}

function isOfType(value: unknown, type: string, schema: unknown): boolean {
  if (fieldAt(schema, 'x-kubernetes-int-or-string') === true)
    return typeof value === 'string' || Number.isInteger(value)
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
