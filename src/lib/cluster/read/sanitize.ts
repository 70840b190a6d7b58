// SPDX-License-Identifier: Apache-2.0
// The door: every value from a cluster passes here once, and only what is kept is walked.
import { sanitizeForTerminal } from '../../model/text/sanitize.ts'
import { type SecretField, sealValue, secretFieldsOf } from '../secrets/secret-fields.ts'
import { isInexact, PrecisionLost } from './exact-numbers.ts'
import { QUOTES_VALUE } from './is-plain-json.ts'
import { isRecord } from './json-shape.ts'

export interface Cleaning {
  /** Longest string that is passed on. */
  readonly cut: number
  /** The text it was parsed from is known to be harmless (isPlainJson): characters need not be looked at. */
  readonly plain: boolean
}

/** Deeper than any real object; a walk that goes on would end in a stack overflow. */
const MAX_DEPTH = 500

/** Copies of the whole object as somebody once applied it: of a Secret they hold the values in clear. */
const COPIES = new Set([
  'managedFields',
  'kapp.k14s.io/original',
  'objectset.rio.cattle.io/applied',
  'banzaicloud.com/last-applied',
  'kubectl.kubernetes.io/last-applied-configuration',
])
const isCopy = (key: string) => (key.length === 13 || key.length > 20) && COPIES.has(key)

const MAX_KEY = 1024
const NOT_PLAIN = /[^\x20-\x7e\n\t]/

/** Thrown for a value nested deeper than any real object. */
export class NestingError extends Error {}

type Fields = Readonly<Record<string, unknown>>

/**
 * A value as it may be kept: strings and keys safe for a terminal, long strings cut, manifests of Secrets at any depth
 * sealed, copies of applied configuration and managedFields left out. What needs no change is the same object.
 */
export function sanitize(value: unknown, how: Cleaning): unknown {
  return how.plain && isFine(value, how.cut, 0) ? value : cleanAny(value, how.cut, 0)
}

/** A string safe for a terminal, cut at a length. */
export function cleanText(text: string, { cut, plain }: Cleaning): string {
  if (!plain && text.includes(QUOTES_VALUE)) return sanitizeForTerminal(withoutQuotes(text), cut)
  return text.length > cut || (!plain && NOT_PLAIN.test(text)) ? sanitizeForTerminal(text, cut) : text
}

/** Go's YAML library quotes the beginning of what it could not read: in a condition of K-ORC that is a password. */
const withoutQuotes = (text: string) => text.replace(/(unmarshal !!\w+ )`[^`]*`/g, '$1`…`')

/** A field that holds secrets: a map keeps its keys, anything else is sealed whole. */
export function sealField(value: unknown, field: SecretField): unknown {
  if (value === undefined || value === null) return value
  if (!isRecord(value)) return sealValue(value, field)
  const sealed: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries(value)) {
    const secret = field.keys === undefined || field.keys.includes(key)
    const kept = secret ? sealValue(inner, field) : cleanAny(inner, Number.POSITIVE_INFINITY, 0)
    defineOwn(sealed, freeName(sealed, cleanKey(key)), kept)
  }
  return sealed
}

/** Sets an own property whatever its name: assigning to __proto__ would lose it. */
export function defineOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') target[key] = value
  else Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true })
}

/** True when a value of a plain text can stay as it is. for-in is safe on parsed JSON and twice as fast as keys(). */
function isFine(value: unknown, cut: number, depth: number): boolean {
  if (typeof value === 'string') return value.length <= cut
  if (typeof value === 'number') return !isInexact(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth > MAX_DEPTH) return false
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) if (!isFine(value[i], cut, depth + 1)) return false
    return true
  }
  const fields = value as Fields
  if (secretFieldsOf(fields) !== undefined) return false
  for (const key in fields)
    if (isCopy(key) || key.length > MAX_KEY || !isFine(fields[key], cut, depth + 1)) return false
  return true
}

function cleanAny(value: unknown, cut: number, depth: number): unknown {
  if (typeof value === 'string') return cleanText(value, { cut, plain: false })
  if (typeof value === 'number') return exact(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > MAX_DEPTH) throw new NestingError(`nested deeper than ${MAX_DEPTH} levels`)
  if (Array.isArray(value)) return cleanArray(value, cut, depth)
  return cleanObject(value as Fields, cut, depth)
}

function exact(value: number): number {
  if (isInexact(value)) throw new PrecisionLost()
  return value
}

function cleanArray(value: readonly unknown[], cut: number, depth: number): readonly unknown[] {
  const cleaned = value.map((element) => cleanAny(element, cut, depth + 1))
  return cleaned.every((element, i) => element === value[i]) ? value : cleaned
}

function cleanObject(value: Fields, cut: number, depth: number): unknown {
  const secret = secretFieldsOf(value)
  const cleaned: Record<string, unknown> = {}
  let same = true
  for (const key of Object.keys(value)) {
    const name = cleanKey(key)
    same &&= name === key && !isCopy(key)
    if (isCopy(key)) continue
    const field = secret?.get(key)
    const after = field === undefined ? cleanAny(value[key], cut, depth + 1) : sealField(value[key], field)
    same &&= after === value[key]
    defineOwn(cleaned, freeName(cleaned, name), after)
  }
  return same ? value : cleaned
}

const cleanKey = (key: string) => cleanText(key, { cut: MAX_KEY, plain: false })

/** Two hostile keys may look alike once they are visible; neither may hide the other. */
function freeName(target: Fields, name: string): string {
  let free = name
  while (Object.hasOwn(target, free)) free += '′'
  return free
}
