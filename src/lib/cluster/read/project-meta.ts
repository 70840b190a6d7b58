// SPDX-License-Identifier: Apache-2.0
import type { FieldProblem, Meta, OwnerReference } from '../../model/object/resource.ts'
import { fieldManagers, lastWrite } from '../write/field-managers.ts'
import { isRecord, own } from './json-shape.ts'
import { type Cleaning, cleanText, sanitize } from './sanitize.ts'

export interface MetaProjection {
  readonly metadata: Meta
  /** Fields of the wrong type, left out. */
  readonly problems: readonly FieldProblem[]
}

/** What of managedFields is kept: who wrote what, when anything but the status was last written. */
export interface MetaExtras {
  readonly managers?: boolean
  readonly changed?: boolean
}

/** The metadata every object keeps, field by field of the right type, and what else is asked for; undefined without a usable identity. */
export function projectMeta(raw: unknown, how: Cleaning, extras: MetaExtras = {}): MetaProjection | undefined {
  const name = own(raw, 'name')
  if (!isRecord(raw) || typeof name !== 'string' || name === '') return undefined
  const metadata: Record<string, unknown> = { name: cleanText(name, how) }
  const problems: FieldProblem[] = []
  for (const [field, read] of FIELDS) {
    const value = own(raw, field)
    if (value === undefined || value === null) continue
    const kept = read(value, how)
    if (kept !== undefined) metadata[field] = kept
    else if (field === 'namespace') return undefined
    else problems.push({ field: `metadata.${field}`, problem: 'has the wrong type' })
  }
  if (extras.managers) metadata['managers'] = fieldManagers(own(raw, 'managedFields'))
  const changed = extras.changed ? lastWrite(own(raw, 'managedFields')) : undefined
  if (changed !== undefined) metadata['changed'] = changed
  return { metadata: metadata as unknown as Meta, problems }
}

type Read = (value: unknown, how: Cleaning) => unknown

const text: Read = (value, how) => (typeof value === 'string' ? cleanText(value, how) : undefined)
const number: Read = (value) => (typeof value === 'number' ? value : undefined)
const texts: Read = (value, how) =>
  Array.isArray(value) && value.every((element) => typeof element === 'string') ? sanitize(value, how) : undefined

const textMap: Read = (value, how) => {
  if (!isRecord(value)) return undefined
  for (const key of Object.keys(value)) if (typeof value[key] !== 'string') return undefined
  return sanitize(value, how)
}

const owners: Read = (value, how) => {
  if (!Array.isArray(value)) return undefined
  const kept = value.map((element) => ownerOf(element, how))
  return kept.includes(undefined) ? undefined : kept
}

function ownerOf(value: unknown, how: Cleaning): OwnerReference | undefined {
  if (!isRecord(value)) return undefined
  const { apiVersion, kind, name, uid, controller } = value
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return undefined
  if (typeof name !== 'string' || typeof uid !== 'string') return undefined
  return {
    apiVersion: cleanText(apiVersion, how),
    kind: cleanText(kind, how),
    name: cleanText(name, how),
    uid: cleanText(uid, how),
    ...(typeof controller === 'boolean' ? { controller } : {}),
  }
}

const FIELDS: readonly (readonly [string, Read])[] = [
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
