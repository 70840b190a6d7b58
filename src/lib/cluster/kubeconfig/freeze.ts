// SPDX-License-Identifier: Apache-2.0

/** Freezes the value recursively: a configuration must not change while it is in use. */
export function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const inner of Object.values(value)) freeze(inner)
  return Object.freeze(value)
}
