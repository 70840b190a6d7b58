// SPDX-License-Identifier: Apache-2.0
import { isObject, type Manifest } from '../json.ts'
import type { MergeShape } from './merge-shape.ts'

/** The object without the fields its schema does not know, as the real server stores it. */
export const pruned = (shape: MergeShape, object: Manifest): Manifest => prune(shape, object) as Manifest

/** The paths of fields the schema does not know: spec.unknown, spec.parts[0].unknown */
export function unknownFields(shape: MergeShape, value: unknown, path = ''): readonly string[] {
  if (Array.isArray(value)) {
    const item = shape.item()
    return value.flatMap((child, index) => unknownFields(item, child, `${path}[${index}]`))
  }
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, child]) => {
    const inner = shape.field(name)
    const here = path === '' ? name : `${path}.${name}`
    return inner === undefined ? [here] : unknownFields(inner.shape, child, here)
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
