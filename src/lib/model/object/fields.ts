// SPDX-License-Identifier: Apache-2.0
// Clusters may return anything: every read of spec and status goes through these functions, which never throw or guess.

/** The value at a path such as status.conditions; undefined if any step is missing or not an object. */
export function fieldAt(value: unknown, path: string): unknown {
  if (!path.includes('.')) return ownField(value, path)
  let current = value
  for (const key of keysOf(path)) {
    current = ownField(current, key)
    if (current === undefined) return undefined
  }
  return current
}

export function textAt(value: unknown, path: string): string | undefined {
  const found = fieldAt(value, path)
  return typeof found === 'string' && found !== '' ? found : undefined
}

/** A whole number; also as a string, which the specification's Composition writes. */
export function countAt(value: unknown, path: string): number | undefined {
  const found = fieldAt(value, path)
  const number = typeof found === 'string' && /^\d{1,15}$/.test(found) ? Number(found) : found
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

export function flagAt(value: unknown, path: string): boolean | undefined {
  const found = fieldAt(value, path)
  return typeof found === 'boolean' ? found : undefined
}

/** The objects of a list; other members are left out. */
export function listAt(value: unknown, path: string): readonly Record<string, unknown>[] {
  const found = fieldAt(value, path)
  if (!Array.isArray(found)) return []
  return found.every(isObject) ? found : found.filter(isObject)
}

const isObject = (item: unknown) => typeof item === 'object' && item !== null && !Array.isArray(item)

export function textsAt(value: unknown, path: string): readonly string[] {
  const found = fieldAt(value, path)
  return Array.isArray(found) ? found.filter((item) => typeof item === 'string') : []
}

/** Keys and values of a map; empty if it is not a map. */
export function entriesAt(value: unknown, path: string): readonly (readonly [string, unknown])[] {
  const found = fieldAt(value, path)
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? Object.entries(found) : []
}

/** A label of an object; label keys contain dots, so fieldAt() cannot read them. */
export function labelAt(object: unknown, key: string): string | undefined {
  return labelIn(fieldAt(object, 'metadata.labels'), key)
}

/** labelAt() on the labels themselves, for callers that read several of one object. */
export function labelIn(labels: unknown, key: string): string | undefined {
  if (typeof labels !== 'object' || labels === null || !Object.hasOwn(labels, key)) return undefined
  const value = (labels as Record<string, unknown>)[key]
  return typeof value === 'string' ? value : undefined
}

/**
 * Runs many times per object. All that parsed JSON inherits is functions and __proto__, and JSON holds no function:
 * testing for those is twice as fast as Object.hasOwn().
 */
function ownField(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || key === '__proto__') return undefined
  const field = (value as Record<string, unknown>)[key]
  return typeof field === 'function' ? undefined : field
}

/** Few distinct paths are read from every object; splitting them each time dominated the cost. */
const SPLIT_PATHS = new Map<string, readonly string[]>()
const MAX_SPLIT_PATHS = 2000

function keysOf(path: string): readonly string[] {
  const known = SPLIT_PATHS.get(path)
  if (known) return known
  const keys = path.split('.')
  if (SPLIT_PATHS.size < MAX_SPLIT_PATHS) SPLIT_PATHS.set(path, keys)
  return keys
}
