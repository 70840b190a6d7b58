// SPDX-License-Identifier: Apache-2.0
import type { V1ManagedFieldsEntry } from '@kubernetes/client-node'
import type { FieldManager, FieldPath } from '../../model/object/field-manager.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { isRecord, own, ownText } from '../read/json-shape.ts'

/** Parses managedFields. Malformed entries are omitted, so they protect nothing. */
export function fieldManagers(raw: unknown): readonly FieldManager[] {
  if (!Array.isArray(raw)) return []
  return raw.flatMap((entry): FieldManager[] => {
    const manager = entryText(entry, 'manager')
    const operation = entryText(entry, 'operation')
    if (manager === undefined || (operation !== 'Apply' && operation !== 'Update')) return []
    const subresource = entryText(entry, 'subresource')
    return [
      {
        manager: safeLine(manager, 200),
        operation,
        ...(subresource ? { subresource: safeLine(subresource, 80) } : {}),
        fields: [...pathsOf(own(entry, 'fieldsV1' satisfies keyof V1ManagedFieldsEntry), [])],
      },
    ]
  })
}

/** The last write that was not to a subresource such as the status. */
export function lastWrite(raw: unknown): string | undefined {
  if (!Array.isArray(raw)) return undefined
  const times = raw.flatMap((entry) => (entryText(entry, 'subresource') ? [] : (entryText(entry, 'time') ?? [])))
  return times.filter((time) => RFC3339.test(time)).sort((a, b) => Date.parse(b) - Date.parse(a))[0]
}

const MAX_DEPTH = 50

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

const entryText = (entry: unknown, field: keyof V1ManagedFieldsEntry) => ownText(entry, field)

/** f:name is a field, k:{…} and v:… a member of a list, "." the object or list itself. */
function* pathsOf(set: unknown, path: FieldPath): Generator<FieldPath> {
  if (!isRecord(set) || path.length > MAX_DEPTH) return
  const keys = Object.keys(set)
  if (keys.length === 0 && path.length > 0) yield path
  for (const key of keys) {
    if (key === '.') yield path
    else yield* pathsOf(set[key], [...path, safeLine(key.startsWith('f:') ? key.slice(2) : key, 300)])
  }
}
