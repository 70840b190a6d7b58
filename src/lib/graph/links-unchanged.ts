// SPDX-License-Identifier: Apache-2.0
/** Two values that JSON would write the same, whatever the order of their fields; undefined fields do not count. */
export function isAlike(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) return areAlike(a, b)
  const [some, others] = [a as Fields, b as Fields]
  for (const key of Object.keys(some)) if (!isAlike(some[key], others[key])) return false
  for (const key of Object.keys(others)) if (others[key] !== undefined && some[key] === undefined) return false
  return true
}

type Fields = Readonly<Record<string, unknown>>

function areAlike(a: unknown, b: unknown): boolean {
  return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((value, i) => isAlike(value, b[i]))
}
