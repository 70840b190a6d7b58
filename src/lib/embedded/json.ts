// SPDX-License-Identifier: Apache-2.0
// Objects of the embedded API are plain JSON: clients read exactly what was written.

export type Json = Record<string, unknown>

export interface Metadata {
  readonly name: string
  readonly namespace?: string
  readonly uid?: string
  readonly resourceVersion?: string
  readonly generation?: number
  readonly creationTimestamp?: string
  readonly deletionTimestamp?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  readonly finalizers?: readonly string[]
  readonly [field: string]: unknown
}

export interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: Metadata
  readonly [field: string]: unknown
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function valueAtKeys(value: unknown, ...path: readonly string[]): unknown {
  let current: unknown = value
  for (const field of path) {
    if (!isObject(current) || !Object.hasOwn(current, field)) return undefined
    current = current[field]
  }
  return current
}

/** '' if there is no string at the path. */
export function textAtKeys(value: unknown, ...path: readonly string[]): string {
  const found = valueAtKeys(value, ...path)
  return typeof found === 'string' ? found : ''
}

export function listAtKeys(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = valueAtKeys(value, ...path)
  return Array.isArray(found) ? found : []
}

/** A copy with one field set. Object.fromEntries treats __proto__ like any other field. */
export function withField(object: Json, field: string, value: unknown): Json {
  return Object.fromEntries([...Object.entries(object).filter(([key]) => key !== field), [field, value]])
}

export function withoutField(object: Json, field: string): Json {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== field))
}

/** Compares JSON values; the order of fields does not matter. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => sameJson(item, b[index]))
  if (!isObject(a) || !isObject(b)) return false
  const fields = Object.keys(a)
  return (
    fields.length === Object.keys(b).length &&
    fields.every((field) => Object.hasOwn(b, field) && sameJson(a[field], b[field]))
  )
}
