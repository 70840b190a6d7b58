// SPDX-License-Identifier: Apache-2.0
/** Whether two values have the same JSON, whatever the order of their fields; undefined fields are ignored. */
export function isAlike(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) return areArraysAlike(a, b)
  const [left, right] = [a as Fields, b as Fields]
  for (const key of Object.keys(left)) if (!isAlike(left[key], right[key])) return false
  for (const key of Object.keys(right)) if (right[key] !== undefined && left[key] === undefined) return false
  return true
}

type Fields = Readonly<Record<string, unknown>>

function areArraysAlike(a: unknown, b: unknown): boolean {
  return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((value, i) => isAlike(value, b[i]))
}
