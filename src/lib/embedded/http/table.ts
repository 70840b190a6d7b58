// SPDX-License-Identifier: Apache-2.0

import { isObject, type Json, listAtKeys, type Manifest, textAtKeys, valueAtKeys } from '../json.ts'
import type { ClusterState } from '../storage/cluster-state.ts'
import { type ResourceType, resourceKey } from '../storage/resource-type.ts'
import { COLUMNS, NAME_COLUMN, PLAIN, type PrinterColumn, type TableCell } from './columns.ts'
import { ageCell } from './human-duration.ts'
import { jsonPath } from './json-path.ts'

export function columnsOf(
  { store, loaded }: ClusterState,
  type: ResourceType,
  version: string,
): readonly PrinterColumn[] {
  const key = resourceKey(type)
  const known = COLUMNS[key]
  if (known !== undefined) return known
  if (type.builtIn) return PLAIN
  const definition = store.get('customresourcedefinitions.apiextensions.k8s.io', key)?.object
  if (definition !== undefined) return definedColumns(definition, version)
  return [...PLAIN.slice(0, 1), ...inferredColumns(loaded.get(key) ?? []), ...PLAIN.slice(1)]
}

function definedColumns(definition: Manifest, version: string): readonly PrinterColumn[] {
  const served = listAtKeys(definition, 'spec', 'versions').find((item) => valueAtKeys(item, 'name') === version)
  const printed = listAtKeys(served, 'additionalPrinterColumns')
  if (printed.length === 0) return PLAIN
  return [
    ...(NAME_COLUMN === undefined ? [] : [NAME_COLUMN]),
    ...printed.map((column): PrinterColumn => {
      const type = textAtKeys(column, 'type')
      const path = textAtKeys(column, 'jsonPath')
      return {
        name: textAtKeys(column, 'name'),
        type: type === 'integer' || type === 'boolean' || type === 'date' ? type : 'string',
        wide: Number(valueAtKeys(column, 'priority') ?? 0) > 0,
        cell: (object, now) => cellOf(jsonPath(object, path), type, now),
      }
    }),
  ]
}

function cellOf(found: readonly unknown[], type: string, now: number): TableCell {
  const [first] = found
  if (first === undefined || first === null) return null
  if (type === 'date') return ageCell(first, now)
  if (typeof first === 'number' || typeof first === 'boolean') return type === 'string' ? String(first) : first
  return found.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))).join(',')
}

/** Without a definition: the conditions and phases of its objects, as most operators define them. */
function inferredColumns(objects: readonly Manifest[]): readonly PrinterColumn[] {
  const conditions = ['Synced', 'Ready', 'Available', 'Progressing'].filter((type) =>
    objects.some((object) => jsonPath(object, statusOf(type)).length > 0),
  )
  const fields = ['phase', 'state'].filter((field) =>
    objects.some((object) => textAtKeys(object, 'status', field) !== ''),
  )
  const column = (name: string, path: string): PrinterColumn => ({
    name,
    type: 'string',
    wide: false,
    cell: (object) => {
      const [found] = jsonPath(object, path)
      return found === undefined ? '' : String(found)
    },
  })
  return [
    ...conditions.map((type) => column(type, statusOf(type))),
    ...fields.map((field) => column(field.charAt(0).toUpperCase() + field.slice(1), `.status.${field}`)),
  ]
}

const statusOf = (type: string) => `.status.conditions[?(@.type=="${type}")].status`

/** columnDefinitions are omitted in all but the first event of a watch. */
export function kubernetesTable(
  columns: readonly PrinterColumn[],
  objects: readonly Manifest[],
  options: { readonly metadata: Json; readonly now: number; readonly include: string; readonly definitions: boolean },
): Json {
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata: options.metadata,
    columnDefinitions: options.definitions
      ? columns.map(({ name, type, wide }) => ({
          name,
          type,
          format: name === 'Name' ? 'name' : '',
          description: '',
          priority: wide ? 1 : 0,
        }))
      : null,
    rows: objects.map((object) => ({
      cells: columns.map((column) => column.cell(object, options.now)),
      object: options.include === 'None' ? null : options.include === 'Object' ? object : partial(object),
    })),
  }
}

/** PartialObjectMetadata. */
export const partial = (object: Manifest): Json => ({
  kind: 'PartialObjectMetadata',
  apiVersion: 'meta.k8s.io/v1',
  metadata: isObject(object.metadata) ? object.metadata : {},
})
