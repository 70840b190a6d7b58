// SPDX-License-Identifier: Apache-2.0
import { fieldAt, textAt, textsAt } from '../model/object/fields.ts'
import { closestMatches } from '../model/text/closest-matches.ts'

/** The limits that a value of the right type violates, as phrases that follow "it is 7: ". */
export function* brokenLimits(value: unknown, schema: unknown): Iterable<string> {
  yield* enumLimit(value, schema)
  if (typeof value === 'number') yield* numberLimits(value, schema)
  if (typeof value === 'string') yield* textLimits(value, schema)
  if (Array.isArray(value)) yield* listLimits(value, schema)
  else if (typeof value === 'object' && value !== null)
    yield* sizeLimits(Object.keys(value).length, schema, ['minProperties', 'maxProperties'])
}

function* enumLimit(value: unknown, schema: unknown): Iterable<string> {
  const allowed = fieldAt(schema, 'enum')
  if (!Array.isArray(allowed) || allowed.some((one) => isSame(one, value))) return
  const [close] = typeof value === 'string' ? closestMatches(value, allowed.map(String)) : []
  yield `it must be one of ${allowed.map(String).join(', ')}${close ? ` (${close}?)` : ''}`
}

const isSame = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)

const numberOf = (schema: unknown, key: string): number | undefined => {
  const found = fieldAt(schema, key)
  return typeof found === 'number' ? found : undefined
}

const RANGES: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['int32', [-(2 ** 31), 2 ** 31 - 1]],
  ['int64', [-(2 ** 63), 2 ** 63]],
])

function* numberLimits(value: number, schema: unknown): Iterable<string> {
  const [from, to] = RANGES.get(textAt(schema, 'format') ?? '') ?? []
  const [least, most] = [numberOf(schema, 'minimum') ?? from, numberOf(schema, 'maximum') ?? to]
  const isOpen = (key: string) => fieldAt(schema, key) === true
  if (least !== undefined && value < least) yield `at least ${least}`
  else if (value === least && isOpen('exclusiveMinimum')) yield `more than ${least}`
  if (most !== undefined && value > most) yield `at most ${most}`
  else if (value === most && isOpen('exclusiveMaximum')) yield `less than ${most}`
  const step = numberOf(schema, 'multipleOf')
  if (step !== undefined && step > 0 && !Number.isInteger(value / step)) yield `a multiple of ${step}`
}

/** Longer texts are not matched: a pattern with backtracking could take forever. */
const MAX_PATTERN_INPUT = 10_000

function* textLimits(value: string, schema: unknown): Iterable<string> {
  yield* sizeLimits([...value].length, schema, ['minLength', 'maxLength'], ' characters')
  const pattern = textAt(schema, 'pattern')
  if (pattern && value.length <= MAX_PATTERN_INPUT && compiled(pattern)?.test(value) === false)
    yield `it must match ${pattern}`
  const format = textAt(schema, 'format')
  const shape = format !== undefined && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined
  if (shape && !shape.is(value)) yield `it must be ${shape.description}`
}

const FORMATS: Readonly<Record<string, { readonly is: (text: string) => boolean; readonly description: string }>> = {
  'date-time': {
    is: (text) => /^\d{4}-\d\d-\d\dT/i.test(text) && Number.isFinite(Date.parse(text)),
    description: 'a time such as 2026-01-31T12:00:00Z',
  },
  date: { is: (text) => /^\d{4}-\d\d-\d\d$/.test(text), description: 'a date such as 2026-01-31' },
  duration: {
    is: (text) => /^-?(?:(?:\d+\.?\d*|\.\d+)\s*[a-zµ]+)+$|^0$/.test(text),
    description: 'a duration such as 1h30m',
  },
  byte: { is: (text) => /^[\w+/-]*={0,2}$/.test(text), description: 'base64' },
  ipv4: { is: (text) => /^(?:\d{1,3}\.){3}\d{1,3}$/.test(text), description: 'an IPv4 address' },
  uri: { is: (text) => URL.canParse(text) || text.startsWith('/'), description: 'a URL' },
}

/** Patterns have Go's syntax: one that JavaScript cannot compile is not checked. */
function compiled(pattern: string): RegExp | undefined {
  for (const flags of ['u', ''])
    try {
      return new RegExp(pattern, flags)
    } catch {
      // Try the next flags.
    }
  return undefined
}

function* listLimits(value: readonly unknown[], schema: unknown): Iterable<string> {
  yield* sizeLimits(value.length, schema, ['minItems', 'maxItems'])
  const type = fieldAt(schema, 'x-kubernetes-list-type')
  const keys = textsAt(schema, 'x-kubernetes-list-map-keys')
  if (type !== 'set' && (type !== 'map' || keys.length === 0)) return
  const nameOf = (item: unknown) =>
    type === 'set' ? JSON.stringify(item) : keys.map((key) => `${key} ${JSON.stringify(fieldAt(item, key))}`).join(', ')
  const seen = new Set<string>()
  for (const name of value.map(nameOf))
    if (seen.has(name)) return yield `${name} is in it twice`
    else seen.add(name)
}

function* sizeLimits(
  size: number,
  schema: unknown,
  [few, many]: readonly [string, string],
  unit = '',
): Iterable<string> {
  const [least, most] = [numberOf(schema, few), numberOf(schema, many)]
  if (least !== undefined && size < least) yield `at least ${least}${unit} are needed`
  if (most !== undefined && size > most) yield `at most ${most}${unit} are allowed`
}
