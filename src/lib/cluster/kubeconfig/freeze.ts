// SPDX-License-Identifier: Apache-2.0

/** The same value with everything in it frozen: a configuration that is in use can no longer change. */
export function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const inner of Object.values(value)) freeze(inner)
  return Object.freeze(value)
}
