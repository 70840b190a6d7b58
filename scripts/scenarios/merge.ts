// SPDX-License-Identifier: Apache-2.0
// JSON merge patches (RFC 7396): applied to an object, and computed from two.

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value with a patch applied: maps are merged, null removes, anything else replaces. */
export function merged(value: unknown, patch: unknown): unknown {
  if (!isMap(patch)) return patch
  const result = new Map(Object.entries(isMap(value) ? value : {}))
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) result.delete(key)
    else if (change !== undefined) result.set(key, merged(result.get(key), change))
  }
  return Object.fromEntries(result)
}

/** The smallest patch from one value to another; undefined if they are equal. */
export function difference(before: unknown, after: unknown): unknown {
  if (!isMap(before) || !isMap(after)) return JSON.stringify(before) === JSON.stringify(after) ? undefined : after
  const keys = [...new Set([...Object.keys(after), ...Object.keys(before)])]
  const entries = keys.flatMap((key) => {
    const change = key in after ? difference(before[key], after[key]) : null
    return change === undefined ? [] : [[key, change] as const]
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}
