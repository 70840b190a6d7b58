// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../../model/graph/kind.ts'
import type { FieldProblem, KubeObject } from '../../model/object/resource.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { secretFieldsOf } from '../secrets/secret-fields.ts'
import { isRecord, jsonTypeName, own } from './json-shape.ts'
import { projectMeta } from './project-meta.ts'
import { type Cleaning, defineOwn, sanitize, sealField } from './sanitize.ts'

/** Longest string kept outside data: conditions and annotations are for people. Documents in data are not cut. */
const CUT = 4096
/** Kept as names alone, and only for those who write. */
const MANAGERS = 'metadata.managedFields'
const CHANGED = 'metadata.changed'
const DOCUMENTS = new Set(['data', 'binaryData', 'stringData'])

/** True when something of managedFields is kept. */
export const keepsManagers = ({ keep }: Pick<KindSpec, 'keep'>) => keep.includes(MANAGERS) || keep.includes(CHANGED)

/** What of an object is kept, as a tree; true is "this and all below". */
type Keep = ReadonlyMap<string, Keep | true>

export interface Projection {
  readonly object: KubeObject
  /** Fields of the wrong type: what they should have said is unknown. The object carries them as `malformed`. */
  readonly problems: readonly FieldProblem[]
}

/** Fields that are an object in every kind that has them; one of another type hides links and conditions. */
const OBJECT_FIELDS = new Set(['spec', 'status', ...DOCUMENTS])

/** Thrown for something that is no object of the kind at all. */
export class NotAnObject extends Error {}

/**
 * The part of an object that its kind keeps, with every string safe and every secret sealed; the rest can be collected.
 * Items of a list may leave out apiVersion and kind. Throws NoObject without a name, TooDeep and DigitsLost as clean() does.
 */
export function project(
  raw: unknown,
  kind: Pick<KindSpec, 'kind' | 'keep' | 'longestDocument'>,
  apiVersion: string,
  plain = false,
): Projection {
  if (!isRecord(raw)) throw new NotAnObject(`${jsonTypeName(raw)} instead of an object`)
  const said = own(raw, 'kind')
  if (said !== undefined && said !== '' && said !== kind.kind)
    throw new NotAnObject(`kind ${safeLine(String(said), 80)} instead of ${kind.kind}`)
  const extras = { managers: kind.keep.includes(MANAGERS), changed: kind.keep.includes(CHANGED) }
  const meta = projectMeta(own(raw, 'metadata'), { cut: CUT, plain }, extras)
  if (meta === undefined) throw new NotAnObject('no metadata.name')
  const object: Record<string, unknown> = { apiVersion, kind: kind.kind, metadata: meta.metadata }
  const secret = secretFieldsOf(raw, kind.kind)
  const problems = [...meta.problems]
  for (const [field, below] of keepTree(kind)) {
    if (field === 'metadata' || field === 'apiVersion' || field === 'kind' || !Object.hasOwn(raw, field)) continue
    if (OBJECT_FIELDS.has(field) && !isRecord(raw[field]))
      problems.push({ field, problem: `is ${jsonTypeName(raw[field])} instead of an object` })
    const secretField = secret?.get(field)
    const how = { cut: DOCUMENTS.has(field) ? Number.POSITIVE_INFINITY : CUT, plain }
    defineOwn(
      object,
      field,
      secretField === undefined ? pick(raw[field], below, how) : sealField(raw[field], secretField),
    )
  }
  if (kind.longestDocument !== undefined) dropDocuments(object, kind.longestDocument)
  if (problems.length > 0) object['malformed'] = problems
  return { object: object as unknown as KubeObject, problems }
}

/** Documents nobody reads, such as dashboards, are large: of those only the size is kept. */
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

/** Follows the paths of keep, through lists too. A value of another type than the path expects is kept: it is evidence. */
function pick(value: unknown, keep: Keep | true, how: Cleaning): unknown {
  if (keep === true) return sanitize(value, how)
  if (Array.isArray(value)) return value.map((element) => pick(element, keep, how))
  if (!isRecord(value)) return sanitize(value, how)
  const secret = secretFieldsOf(value)
  const kept: Record<string, unknown> = {}
  for (const [key, below] of keep) {
    if (!Object.hasOwn(value, key)) continue
    const field = secret?.get(key)
    defineOwn(kept, key, field === undefined ? pick(value[key], below, how) : sealField(value[key], field))
  }
  return kept
}

const TREES = new WeakMap<readonly string[], Keep>()

function keepTree({ keep }: Pick<KindSpec, 'keep'>): Keep {
  const known = TREES.get(keep)
  if (known !== undefined) return known
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
