// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../../model/graph/kind.ts'
import type { FieldProblem, KubeObject } from '../../model/object/resource.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { secretFieldsOf } from '../secrets/secret-fields.ts'
import { isRecord, jsonTypeName, own } from './json-shape.ts'
import { projectMeta } from './project-meta.ts'
import { type Cleaning, defineOwn, sanitize, sealField } from './sanitize.ts'

/** Longest string kept outside of data: conditions and annotations are for people. Documents in data are not cut. */
const CUT = 4096
/** Only the names of managers and fields are kept, and only for kinds that are written. */
const MANAGERS = 'metadata.managedFields'
const CHANGED = 'metadata.changed'
const DOCUMENTS = new Set(['data', 'binaryData', 'stringData'])

export const keepsManagers = ({ keep }: Pick<KindSpec, 'keep'>) => keep.includes(MANAGERS) || keep.includes(CHANGED)

/** The kept fields as a tree; true keeps the whole subtree. */
type Keep = ReadonlyMap<string, Keep | true>

export interface Projection {
  readonly object: KubeObject
  /** Fields of the wrong type, whose content is unknown. The object has them as `malformed`. */
  readonly problems: readonly FieldProblem[]
}

/** Fields that are objects in every kind; one of another type hides links and conditions. */
const OBJECT_FIELDS = new Set(['spec', 'status', ...DOCUMENTS])

/** Thrown for a value that is no object of the kind. */
export class NotAnObject extends Error {}

/**
 * Projects an object to the fields its kind keeps, with safe strings and sealed Secrets. Items of a list may omit
 * apiVersion and kind. Throws NotAnObject without a name, and NestingError and PrecisionLost as sanitize() does.
 */
export function project(
  raw: unknown,
  kind: Pick<KindSpec, 'kind' | 'keep' | 'longestDocument'>,
  apiVersion: string,
  plain = false,
): Projection {
  if (!isRecord(raw)) throw new NotAnObject(`${jsonTypeName(raw)} instead of an object`)
  const kindName = own(raw, 'kind')
  if (kindName !== undefined && kindName !== '' && kindName !== kind.kind)
    throw new NotAnObject(`kind ${safeLine(String(kindName), 80)} instead of ${kind.kind}`)
  const extras = { managers: kind.keep.includes(MANAGERS), changed: kind.keep.includes(CHANGED) }
  const meta = projectMeta(own(raw, 'metadata'), { cut: CUT, plain }, extras)
  if (meta === undefined) throw new NotAnObject('no metadata.name')
  const object: Record<string, unknown> = { apiVersion, kind: kind.kind, metadata: meta.metadata }
  const secret = secretFieldsOf(raw, kind.kind)
  const problems = [...meta.problems]
  for (const [field, subtree] of keepTree(kind)) {
    if (field === 'metadata' || field === 'apiVersion' || field === 'kind' || !Object.hasOwn(raw, field)) continue
    if (OBJECT_FIELDS.has(field) && !isRecord(raw[field]))
      problems.push({ field, problem: `is ${jsonTypeName(raw[field])} instead of an object` })
    const secretField = secret?.get(field)
    const options = { cut: DOCUMENTS.has(field) ? Number.POSITIVE_INFINITY : CUT, plain }
    defineOwn(
      object,
      field,
      secretField === undefined ? pick(raw[field], subtree, options) : sealField(raw[field], secretField),
    )
  }
  if (kind.longestDocument !== undefined) dropDocuments(object, kind.longestDocument)
  if (problems.length > 0) object['malformed'] = problems
  return { object: object as unknown as KubeObject, problems }
}

/** Large documents such as dashboards are never read: only their size is kept. */
function dropDocuments(object: Record<string, unknown>, longest: number): void {
  const documents = own(object, 'data')
  if (!isRecord(documents)) return
  const entries = Object.entries(documents)
  const long = entries.flatMap(([key, text]) =>
    typeof text === 'string' && text.length > longest ? [[key, Buffer.byteLength(text)] as const] : [],
  )
  if (long.length === 0) return
  const dropped = new Map(long)
  object['data'] = Object.fromEntries(entries.filter(([key]) => !dropped.has(key)))
  object['dropped'] = Object.fromEntries(dropped)
}

/** Follows the kept paths, also through lists. A value of an unexpected type is kept as evidence. */
function pick(value: unknown, keep: Keep | true, options: Cleaning): unknown {
  if (keep === true) return sanitize(value, options)
  if (Array.isArray(value)) return value.map((element) => pick(element, keep, options))
  if (!isRecord(value)) return sanitize(value, options)
  const secret = secretFieldsOf(value)
  const kept: Record<string, unknown> = {}
  for (const [key, subtree] of keep) {
    if (!Object.hasOwn(value, key)) continue
    const field = secret?.get(key)
    defineOwn(kept, key, field === undefined ? pick(value[key], subtree, options) : sealField(value[key], field))
  }
  return kept
}

const TREES = new WeakMap<readonly string[], Keep>()

function keepTree({ keep }: Pick<KindSpec, 'keep'>): Keep {
  const cached = TREES.get(keep)
  if (cached !== undefined) return cached
  const tree = treeOf(keep.map((path) => path.split('.')))
  TREES.set(keep, tree)
  return tree
}

function treeOf(paths: readonly (readonly string[])[]): Keep {
  const groups = Map.groupBy(paths, ([first]) => first ?? '')
  return new Map(
    [...groups].map(([key, all]): [string, Keep | true] => [
      key,
      all.some((path) => path.length === 1) ? true : treeOf(all.map((path) => path.slice(1))),
    ]),
  )
}
