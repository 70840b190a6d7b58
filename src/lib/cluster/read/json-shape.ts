// SPDX-License-Identifier: Apache-2.0
/** True for a JSON object: neither null nor an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads own properties only, never those of the prototype such as "constructor". */
export function own(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** Undefined when the property is absent or not a string. */
export function ownText(value: unknown, key: string): string | undefined {
  const property = own(value, key)
  return typeof property === 'string' ? property : undefined
}

/** For messages about a wrong type. */
export function jsonTypeName(value: unknown): string {
  if (value === null) return 'null'
  if (value === undefined) return 'nothing'
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
