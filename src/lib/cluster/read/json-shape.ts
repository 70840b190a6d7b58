// SPDX-License-Identifier: Apache-2.0
/** True for a JSON object: not null, not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value of an own key. Never what a prototype lends: an answer without "constructor" has none. */
export function own(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** The text at an own key, or undefined when it is absent or anything else. */
export function ownText(value: unknown, key: string): string | undefined {
  const found = own(value, key)
  return typeof found === 'string' ? found : undefined
}

/** What a value is, for a message about a wrong shape. */
export function jsonTypeName(value: unknown): string {
  if (value === null) return 'null'
  if (value === undefined) return 'nothing'
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
