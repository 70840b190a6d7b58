// SPDX-License-Identifier: Apache-2.0
// Objects of the embedded API are plain JSON: what a client sent is what the next one reads.

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

/** A Kubernetes object as stored and served. */
export interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: Metadata
  readonly [field: string]: unknown
}

/** True for a JSON object, false for lists, null and scalars. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value at a path of field names, or undefined when any step is missing. */
export function valueAtKeys(value: unknown, ...path: readonly string[]): unknown {
  let here: unknown = value
  for (const field of path) {
    if (!isObject(here) || !Object.hasOwn(here, field)) return undefined
    here = here[field]
  }
  return here
}

/** The string at a path, or '' when there is none. */
export function textAtKeys(value: unknown, ...path: readonly string[]): string {
  const found = valueAtKeys(value, ...path)
  return typeof found === 'string' ? found : ''
}

/** The list at a path, or an empty one. */
export function listAtKeys(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = valueAtKeys(value, ...path)
  return Array.isArray(found) ? found : []
}

/** A copy of the object with one field set; a field named __proto__ is a field like any other. */
export function withField(object: Json, field: string, value: unknown): Json {
  return Object.fromEntries([...Object.entries(object).filter(([key]) => key !== field), [field, value]])
}

/** A copy of the object without a field. */
export function withoutField(object: Json, field: string): Json {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== field))
}

/** True when both are the same JSON, whatever the order of their fields. */
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
