// SPDX-License-Identifier: Apache-2.0
import { isObject, type Json } from '../json.ts'

/** RFC 7396: objects are merged field by field, null removes, anything else replaces. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const fields = new Map(isObject(target) ? Object.entries(target) : [])
  for (const [field, value] of Object.entries(patch)) {
    if (value === null) fields.delete(field)
    else fields.set(field, mergePatch(fields.get(field), value))
  }
  return Object.fromEntries(fields) as Json
}
