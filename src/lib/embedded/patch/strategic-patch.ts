// SPDX-License-Identifier: Apache-2.0
import { isObject, sameJson, valueAtKeys } from '../json.ts'
import type { MergeShape } from '../storage/merge-shape.ts'

/** Kubernetes' strategic merge patch: like a merge patch, but lists with keys are merged by key. */
export function strategicPatch(shape: MergeShape, target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  if (patch['$patch'] === 'replace') return clean(patch)
  const fields = new Map(isObject(target) ? Object.entries(target) : [])
  for (const [name, value] of Object.entries(patch)) {
    if (name.startsWith('$deleteFromPrimitiveList/')) {
      const field = name.slice(name.indexOf('/') + 1)
      const gone = Array.isArray(value) ? value : []
      const list = fields.get(field)
      if (Array.isArray(list))
        fields.set(
          field,
          list.filter((item) => !gone.some((other) => sameJson(item, other))),
        )
      continue
    }
    // $setElementOrder and $retainKeys only affect order and unions.
    if (name.startsWith('$')) continue
    const inner = shape.field(name)?.shape ?? shape
    if (value === null || (isObject(value) && value['$patch'] === 'delete')) fields.delete(name)
    else if (Array.isArray(value)) fields.set(name, mergeList(inner, fields.get(name), value))
    else fields.set(name, strategicPatch(inner, fields.get(name), value))
  }
  return Object.fromEntries(fields)
}

function mergeList(shape: MergeShape, target: unknown, patch: readonly unknown[]): unknown {
  const list = Array.isArray(target) ? target : []
  if (shape.list === 'set') return [...list, ...patch.filter((item) => !list.some((old) => sameJson(old, item)))]
  const key = typeof shape.list === 'string' ? undefined : shape.list[0]
  const replaces = patch.some((item) => isObject(item) && item['$patch'] === 'replace')
  if (key === undefined || replaces) return patch.filter((item) => !isObject(item) || item['$patch'] === undefined)
  const items = new Map(list.map((item) => [valueAtKeys(item, key), item as unknown]))
  for (const change of patch) {
    const id = valueAtKeys(change, key)
    if (isObject(change) && change['$patch'] === 'delete') items.delete(id)
    else items.set(id, strategicPatch(shape.item(), items.get(id), change))
  }
  return [...items.values()]
}

const clean = (patch: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(patch).filter(([name]) => !name.startsWith('$')))
