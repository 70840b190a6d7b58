// SPDX-License-Identifier: Apache-2.0
// Every value from a cluster is sanitized here once, and only kept fields are walked.
import { sanitizeForTerminal } from '../../model/text/sanitize.ts'
import { type SecretField, sealValue, secretFieldsOf } from '../secrets/secret-fields.ts'
import { isInexact, PrecisionLost } from './exact-numbers.ts'
import { QUOTES_VALUE } from './is-plain-json.ts'
import { isRecord } from './json-shape.ts'

export interface Cleaning {
  /** Maximum length of strings. */
  readonly cut: number
  /** The JSON text is known to be harmless (isPlainJson): characters need no check. */
  readonly plain: boolean
}

/** Deeper than any real object; prevents a stack overflow. */
const MAX_DEPTH = 500

/** Copies of the applied object: those of a Secret contain its values in clear text. */
const APPLIED_COPIES = new Set([
  'managedFields',
  'kapp.k14s.io/original',
  'objectset.rio.cattle.io/applied',
  'banzaicloud.com/last-applied',
  'kubectl.kubernetes.io/last-applied-configuration',
])
const isAppliedCopy = (key: string) => (key.length === 13 || key.length > 20) && APPLIED_COPIES.has(key)

const MAX_KEY = 1024
const NOT_PLAIN = /[^\x20-\x7e\n\t]/

export class NestingError extends Error {}

type Fields = Readonly<Record<string, unknown>>

/**
 * Makes strings and keys safe for a terminal, cuts long strings, seals manifests of Secrets at any depth, and removes
 * managedFields and copies of applied configuration. Returns the same object when nothing changes.
 */
export function sanitize(value: unknown, options: Cleaning): unknown {
  return options.plain && isUnchanged(value, options.cut, 0) ? value : sanitizeAny(value, options.cut, 0)
}

export function cleanText(text: string, { cut, plain }: Cleaning): string {
  if (!plain && text.includes(QUOTES_VALUE)) return sanitizeForTerminal(withoutQuotedValues(text), cut)
  return text.length > cut || (!plain && NOT_PLAIN.test(text)) ? sanitizeForTerminal(text, cut) : text
}

/** Go's YAML library quotes the beginning of a value it cannot parse: in a K-ORC condition that is a password. */
const withoutQuotedValues = (text: string) => text.replace(/(unmarshal !!\w+ )`[^`]*`/g, '$1`…`')

/** A map keeps its keys; any other value is sealed as a whole. */
export function sealField(value: unknown, field: SecretField): unknown {
  if (value === undefined || value === null) return value
  if (!isRecord(value)) return sealValue(value, field)
  const sealed: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries(value)) {
    const secret = field.keys === undefined || field.keys.includes(key)
    const kept = secret ? sealValue(inner, field) : sanitizeAny(inner, Number.POSITIVE_INFINITY, 0)
    defineOwn(sealed, unusedKey(sealed, sanitizeKey(key)), kept)
  }
  return sealed
}

/** Assigning to __proto__ would set the prototype instead of a property. */
export function defineOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') target[key] = value
  else Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true })
}

/** True when a value of a plain text needs no change. for-in is safe on parsed JSON and twice as fast as keys(). */
function isUnchanged(value: unknown, cut: number, depth: number): boolean {
  if (typeof value === 'string') return value.length <= cut
  if (typeof value === 'number') return !isInexact(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth > MAX_DEPTH) return false
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) if (!isUnchanged(value[i], cut, depth + 1)) return false
    return true
  }
  const fields = value as Fields
  if (secretFieldsOf(fields) !== undefined) return false
  for (const key in fields)
    if (isAppliedCopy(key) || key.length > MAX_KEY || !isUnchanged(fields[key], cut, depth + 1)) return false
  return true
}

function sanitizeAny(value: unknown, cut: number, depth: number): unknown {
  if (typeof value === 'string') return cleanText(value, { cut, plain: false })
  if (typeof value === 'number') return requireExact(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > MAX_DEPTH) throw new NestingError(`nested deeper than ${MAX_DEPTH} levels`)
  if (Array.isArray(value)) return sanitizeArray(value, cut, depth)
  return sanitizeObject(value as Fields, cut, depth)
}

function requireExact(value: number): number {
  if (isInexact(value)) throw new PrecisionLost()
  return value
}

function sanitizeArray(value: readonly unknown[], cut: number, depth: number): readonly unknown[] {
  const cleaned = value.map((element) => sanitizeAny(element, cut, depth + 1))
  return cleaned.every((element, i) => element === value[i]) ? value : cleaned
}

function sanitizeObject(value: Fields, cut: number, depth: number): unknown {
  const secret = secretFieldsOf(value)
  const cleaned: Record<string, unknown> = {}
  let isSame = true
  for (const key of Object.keys(value)) {
    const name = sanitizeKey(key)
    isSame &&= name === key && !isAppliedCopy(key)
    if (isAppliedCopy(key)) continue
    const field = secret?.get(key)
    const sanitized = field === undefined ? sanitizeAny(value[key], cut, depth + 1) : sealField(value[key], field)
    isSame &&= sanitized === value[key]
    defineOwn(cleaned, unusedKey(cleaned, name), sanitized)
  }
  return isSame ? value : cleaned
}

const sanitizeKey = (key: string) => cleanText(key, { cut: MAX_KEY, plain: false })

/** Two hostile keys may become equal when sanitized; neither may hide the other. */
function unusedKey(target: Fields, name: string): string {
  let unused = name
  while (Object.hasOwn(target, unused)) unused += '′'
  return unused
}
