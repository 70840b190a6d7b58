// SPDX-License-Identifier: Apache-2.0
// Clusters write what they like: every read of spec and status goes through these, which never throw and never guess.

/** The value at a path such as status.conditions; undefined when any step is missing or no object. */
export function fieldAt(value: unknown, path: string): unknown {
  if (!path.includes('.')) return ownField(value, path)
  let here = value
  for (const key of keysOf(path)) {
    here = ownField(here, key)
    if (here === undefined) return undefined
  }
  return here
}

/**
 * Asked many times of every object. All that data inherits is functions and its prototype, and no data holds a function:
 * telling them by that is twice as fast as asking for an own property first.
 */
function ownField(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || key === '__proto__') return undefined
  const found = (value as Record<string, unknown>)[key]
  return typeof found === 'function' ? undefined : found
}

/** Paths are few and asked for of every object: most of the time went into taking them apart. */
const KNOWN = new Map<string, readonly string[]>()
const MOST = 2000

function keysOf(path: string): readonly string[] {
  const known = KNOWN.get(path)
  if (known) return known
  const keys = path.split('.')
  if (KNOWN.size < MOST) KNOWN.set(path, keys)
  return keys
}

export function textAt(value: unknown, path: string): string | undefined {
  const found = fieldAt(value, path)
  return typeof found === 'string' && found !== '' ? found : undefined
}

/** A whole number; also one that came as text, which the seeds' own Composition writes. */
export function countAt(value: unknown, path: string): number | undefined {
  const found = fieldAt(value, path)
  const number = typeof found === 'string' && /^\d{1,15}$/.test(found) ? Number(found) : found
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

export function flagAt(value: unknown, path: string): boolean | undefined {
  const found = fieldAt(value, path)
  return typeof found === 'boolean' ? found : undefined
}

/** The objects of a list; what is no object is left out. */
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

/** Keys and values of a map; empty when it is none. */
export function entriesAt(value: unknown, path: string): readonly (readonly [string, unknown])[] {
  const found = fieldAt(value, path)
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? Object.entries(found) : []
}

/** A label of an object; its keys have dots, so no path leads to it. */
export function labelAt(object: unknown, key: string): string | undefined {
  return labelIn(fieldAt(object, 'metadata.labels'), key)
}

/** The same out of its labels, for whoever asks for many of one object. */
export function labelIn(labels: unknown, key: string): string | undefined {
  if (typeof labels !== 'object' || labels === null || !Object.hasOwn(labels, key)) return undefined
  const value = (labels as Record<string, unknown>)[key]
  return typeof value === 'string' ? value : undefined
}
