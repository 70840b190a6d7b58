// SPDX-License-Identifier: Apache-2.0
import type { FieldProblem, Meta, OwnerReference } from '../../model/object/resource.ts'
import { fieldManagers, lastWrite } from '../write/field-managers.ts'
import { isRecord, own } from './json-shape.ts'
import { type Cleaning, cleanText, sanitize } from './sanitize.ts'

export interface MetaProjection {
  readonly metadata: Meta
  /** Omitted fields of the wrong type. */
  readonly problems: readonly FieldProblem[]
}

/** Derived from managedFields: the managers with their fields, and the last write to anything but the status. */
export interface MetaExtras {
  readonly managers?: boolean
  readonly changed?: boolean
}

/** Keeps metadata fields of the right type; undefined without a valid name and namespace. */
export function projectMeta(raw: unknown, options: Cleaning, extras: MetaExtras = {}): MetaProjection | undefined {
  const name = own(raw, 'name')
  if (!isRecord(raw) || typeof name !== 'string' || name === '') return undefined
  const metadata: Record<string, unknown> = { name: cleanText(name, options) }
  const problems: FieldProblem[] = []
  for (const [field, read] of FIELDS) {
    const value = own(raw, field)
    if (value === undefined || value === null) continue
    const kept = read(value, options)
    if (kept !== undefined) metadata[field] = kept
    else if (field === 'namespace') return undefined
    else problems.push({ field: `metadata.${field}`, problem: 'has the wrong type' })
  }
  if (extras.managers) metadata['managers'] = fieldManagers(own(raw, 'managedFields'))
  const changed = extras.changed ? lastWrite(own(raw, 'managedFields')) : undefined
  if (changed !== undefined) metadata['changed'] = changed
  return { metadata: metadata as unknown as Meta, problems }
}

type FieldReader = (value: unknown, options: Cleaning) => unknown

const text: FieldReader = (value, options) => (typeof value === 'string' ? cleanText(value, options) : undefined)
const number: FieldReader = (value) => (typeof value === 'number' ? value : undefined)
const texts: FieldReader = (value, options) =>
  Array.isArray(value) && value.every((element) => typeof element === 'string') ? sanitize(value, options) : undefined

const textMap: FieldReader = (value, options) => {
  if (!isRecord(value)) return undefined
  for (const key of Object.keys(value)) if (typeof value[key] !== 'string') return undefined
  return sanitize(value, options)
}

const owners: FieldReader = (value, options) => {
  if (!Array.isArray(value)) return undefined
  const kept = value.map((element) => ownerOf(element, options))
  return kept.includes(undefined) ? undefined : kept
}

function ownerOf(value: unknown, options: Cleaning): OwnerReference | undefined {
  if (!isRecord(value)) return undefined
  const { apiVersion, kind, name, uid, controller } = value
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return undefined
  if (typeof name !== 'string' || typeof uid !== 'string') return undefined
  return {
    apiVersion: cleanText(apiVersion, options),
    kind: cleanText(kind, options),
    name: cleanText(name, options),
    uid: cleanText(uid, options),
    ...(typeof controller === 'boolean' ? { controller } : {}),
  }
}

const FIELDS: readonly (readonly [string, FieldReader])[] = [
  ['namespace', text],
  ['uid', text],
  ['resourceVersion', text],
  ['generation', number],
  ['creationTimestamp', text],
  ['deletionTimestamp', text],
  ['labels', textMap],
  ['annotations', textMap],
  ['ownerReferences', owners],
  ['finalizers', texts],
]
