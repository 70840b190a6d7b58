// SPDX-License-Identifier: Apache-2.0
import { isObject, type Manifest } from '../json.ts'
import type { MergeShape } from './merge-shape.ts'

/** Removes fields that the schema lacks, like the real server. */
export const pruned = (shape: MergeShape, object: Manifest): Manifest => prune(shape, object) as Manifest

/** Paths of fields that the schema lacks, such as spec.unknown and spec.parts[0].unknown. */
export function unknownFields(shape: MergeShape, value: unknown, path = ''): readonly string[] {
  if (Array.isArray(value)) {
    const item = shape.item()
    return value.flatMap((child, index) => unknownFields(item, child, `${path}[${index}]`))
  }
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, child]) => {
    const inner = shape.field(name)
    const fieldPath = path === '' ? name : `${path}.${name}`
    return inner === undefined ? [fieldPath] : unknownFields(inner.shape, child, fieldPath)
  })
}

function prune(shape: MergeShape, value: unknown): unknown {
  if (Array.isArray(value)) {
    const item = shape.item()
    const items = value.map((child) => prune(item, child))
    return items.every((child, index) => child === value[index]) ? value : items
  }
  if (!isObject(value)) return value
  let changed = false
  const fields: [string, unknown][] = []
  for (const [name, child] of Object.entries(value)) {
    const inner = shape.field(name)
    const kept = inner === undefined ? undefined : prune(inner.shape, child)
    if (inner === undefined || kept !== child) changed = true
    if (inner !== undefined) fields.push([name, kept])
  }
  return changed ? Object.fromEntries(fields) : value
}
