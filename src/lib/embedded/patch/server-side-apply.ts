// SPDX-License-Identifier: Apache-2.0

import { ApiError, type StatusCause } from '../http/status-errors.ts'
import { isObject, type Manifest } from '../json.ts'
import type { MergeShape } from '../storage/merge-shape.ts'
import { isBase64 } from '../storage/validation.ts'
import { compare, type Difference, fieldsOf, mergeApplied, removeUnowned } from './field-ownership.ts'
import { difference, EMPTY, type FieldSet, intersection, isEmpty, paths, union, withoutFields } from './field-set.ts'
import { type Manager, sameManager } from './managed-fields.ts'

/** A managedFields entry without the fields. */
export type FieldWriter = Omit<Manager, 'fields'>

export interface Owned {
  readonly object: Manifest
  readonly managers: readonly Manager[]
}

/** Metadata set by the server, which no manager owns. */
const SYSTEM = [
  ...['name', 'namespace', 'creationTimestamp', 'selfLink', 'uid', 'clusterName', 'generation', 'managedFields'],
  ...['resourceVersion', 'deletionTimestamp', 'deletionGracePeriodSeconds', 'generateName'],
]

/** Merges an applied configuration into the live object. Throws 409 with all conflicts unless forced. */
export function applied(
  shape: MergeShape,
  live: Owned,
  config: Manifest,
  writer: FieldWriter,
  { force, ignored }: { readonly force: boolean; readonly ignored: readonly string[] },
): Owned {
  const previous = live.managers.find((manager) => sameManager(manager, { ...writer, fields: EMPTY }))
  const fields = strip(fieldsOf(shape, config), ignored)
  const others = live.managers.filter((manager) => manager !== previous)
  const merged = mergeApplied(shape, live.object, config)
  const owned = others.reduce((set, manager) => union(set, manager.fields), fields)
  const object = (previous === undefined ? merged : removeUnowned(shape, merged, previous.fields, owned)) as Manifest
  const changes = compare(shape, live.object, object)
  const conflicts = others
    .map((manager) => ({ manager, fields: intersection(manager.fields, union(changes.modified, changes.added)) }))
    .filter((conflict) => !isEmpty(conflict.fields))
  if (conflicts.length > 0 && !force) throw conflictsWith(conflicts)
  const managers = [...others.map((manager) => withoutChanged(manager, changes)), { ...writer, fields }]
  return { object, managers }
}

/** managedFields after a create, update or patch: the writer takes over the changed fields. */
export function updated(
  shape: MergeShape,
  before: Manifest | undefined,
  after: Manifest,
  managers: readonly Manager[],
  writer: FieldWriter,
  ignored: readonly string[],
): readonly Manager[] {
  const changes = compare(shape, before, after)
  const previous = managers.find((manager) => sameManager(manager, { ...writer, fields: EMPTY }))
  const others = managers.filter((manager) => manager !== previous).map((manager) => withoutChanged(manager, changes))
  const kept = difference(previous?.fields ?? EMPTY, changes.removed)
  const won = strip(union(changes.added, changes.modified), ignored)
  const fields = union(kept, won)
  const same = previous !== undefined && isEmpty(won) && isEmpty(difference(previous.fields, fields))
  return [...others, { ...writer, time: same ? previous.time : writer.time, fields }]
}

function withoutChanged(manager: Manager, changes: Difference): Manager {
  const gone = union(union(changes.added, changes.modified), changes.removed)
  return { ...manager, fields: difference(manager.fields, gone) }
}

const strip = (set: FieldSet, ignored: readonly string[]) =>
  withoutFields(set, ['apiVersion', 'kind', ...ignored], SYSTEM)

function conflictsWith(conflicts: readonly { readonly manager: Manager; readonly fields: FieldSet }[]): ApiError {
  const causes = conflicts
    .toSorted((a, b) => (a.manager.name < b.manager.name ? -1 : 1))
    .flatMap(({ manager, fields }) =>
      paths(fields).map(
        (field): StatusCause => ({
          reason: 'FieldManagerConflict',
          message: `conflict with ${describeManager(manager)}`,
          field,
        }),
      ),
    )
  const [only] = causes
  const count = causes.length === 1 ? '1 conflict' : `${causes.length} conflicts`
  const summary = causes.length === 1 && only !== undefined ? `${only.message}: ${only.field}` : grouped(causes)
  return new ApiError(409, 'Conflict', `Apply failed with ${count}: ${summary}`, { details: { causes } })
}

function grouped(causes: readonly StatusCause[]): string {
  const messages = [...new Set(causes.map(({ message }) => message))]
  return messages
    .flatMap((message) => [
      `${message.replace('conflict with', 'conflicts with')}:`,
      ...causes.filter((cause) => cause.message === message).map(({ field }) => `- ${field}`),
    ])
    .join('\n')
}

function describeManager({ name, operation, apiVersion, subresource }: Manager): string {
  const of = subresource === '' ? '' : ` with subresource ${JSON.stringify(subresource)}`
  return `${JSON.stringify(name)}${of}${operation === 'Update' ? ` using ${apiVersion}` : ''}`
}

/** Throws 500 for a field that the schema lacks or a wrong type. Like the real server, echoes the value. */
export function checkSchema(shape: MergeShape, about: string, config: Manifest): void {
  const where = unknownField(shape, config, '') ?? invalidData(config)
  if (where !== undefined) throw new ApiError(500, '', `failed to create typed patch object (${about}): ${where}`)
  const data = config['data']
  if (config.kind === 'Secret' && isObject(data) && !Object.values(data).every(isBase64))
    throw new ApiError(
      500,
      '',
      `failed to convert new object (${about}) to proper version: unable to convert unstructured object to /v1, Kind=Secret: error decoding from json: illegal base64 data at input byte 0`,
    )
}

/** Only the data of Secrets and ConfigMaps is checked. */
function invalidData({ kind, apiVersion, data }: Manifest): string | undefined {
  if (apiVersion !== 'v1' || (kind !== 'Secret' && kind !== 'ConfigMap') || data === undefined) return undefined
  if (!isObject(data)) return `.data: expected map, got &{${String(data)}}`
  const invalid = Object.entries(data).find(([, value]) => typeof value !== 'string')
  if (invalid === undefined) return undefined
  return `.data.${invalid[0]}: expected string, got &value.valueUnstructured{Value:${String(invalid[1])}}`
}

function unknownField(shape: MergeShape, value: unknown, path: string): string | undefined {
  if (Array.isArray(value)) {
    for (const item of value) {
      const found = unknownField(shape.item(), item, path)
      if (found !== undefined) return found
    }
    return undefined
  }
  if (!isObject(value)) return undefined
  for (const [name, child] of Object.entries(value)) {
    const inner = shape.field(name)
    if (inner === undefined) return `${path}.${name}: field not declared in schema`
    const found = unknownField(inner.shape, child, `${path}.${name}`)
    if (found !== undefined) return found
  }
  return undefined
}
