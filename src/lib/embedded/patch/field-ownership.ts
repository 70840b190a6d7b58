// SPDX-License-Identifier: Apache-2.0
// The operations of server-side apply: the fields of an object, the difference of two, merge and removal.
// Follows Kubernetes' structured-merge-diff; the contract tests compare it with a real server.

import { isObject, type Json, sameJson } from '../json.ts'
import { itemStep, type MergeShape } from '../storage/merge-shape.ts'
import { EMPTY, type FieldSet, under, union } from './field-set.ts'

const LEAF: FieldSet = { self: true, children: new Map() }

const isMap = (value: unknown): value is Json => isObject(value)
const isSplit = (shape: MergeShape, value: unknown): value is unknown[] =>
  Array.isArray(value) && shape.list !== 'atomic'

/** All fields of an applied configuration. */
export function fieldsOf(shape: MergeShape, value: unknown): FieldSet {
  if (isMap(value) && shape.map === 'granular') {
    let set = EMPTY
    for (const [name, child] of Object.entries(value)) {
      const { shape: inner, declared } = shape.field(name) ?? { shape, declared: false }
      const below = fieldsOf(inner, child)
      // An entry of a map is owned itself; a field of the type only through its children.
      const self = below.self || !declared || (isMap(child) && Object.keys(child).length === 0)
      set = union(set, under(`f:${name}`, { self, children: below.children }))
    }
    return set
  }
  if (isSplit(shape, value)) {
    let set = EMPTY
    for (const item of value) {
      const below = shape.list === 'set' ? LEAF : fieldsOf(shape.item(), item)
      set = union(set, under(itemStep(shape.list, item), { self: true, children: below.children }))
    }
    return set
  }
  return LEAF
}

export interface Difference {
  readonly added: FieldSet
  readonly modified: FieldSet
  readonly removed: FieldSet
}

const NOTHING: Difference = { added: EMPTY, modified: EMPTY, removed: EMPTY }

/** The changed fields between two states; undefined means absent. */
export function compare(shape: MergeShape, before: unknown, after: unknown): Difference {
  if (before === undefined && after === undefined) return NOTHING
  const parts = partsOf(shape, before, after)
  if (parts === undefined) {
    if (before === undefined) return { ...NOTHING, added: LEAF }
    if (after === undefined) return { ...NOTHING, removed: LEAF }
    return sameJson(before, after) ? NOTHING : { ...NOTHING, modified: LEAF }
  }
  let found: Difference = {
    added: { ...EMPTY, self: before === undefined },
    modified: EMPTY,
    removed: { ...EMPTY, self: after === undefined },
  }
  for (const { step, shape: inner, was, is } of parts) {
    const below = compare(inner, was, is)
    found = {
      added: union(found.added, under(step, below.added)),
      modified: union(found.modified, under(step, below.modified)),
      removed: union(found.removed, under(step, below.removed)),
    }
  }
  return found
}

interface Part {
  readonly step: string
  readonly shape: MergeShape
  readonly was: unknown
  readonly is: unknown
}

/** The children of two values to compare; undefined if the values are one leaf. */
function partsOf(shape: MergeShape, before: unknown, after: unknown): readonly Part[] | undefined {
  const maps = [before, after].filter((value) => value !== undefined)
  if (maps.every(isMap) && shape.map === 'granular') {
    const was = isMap(before) ? before : {}
    const is = isMap(after) ? after : {}
    const names = new Set([...Object.keys(was), ...Object.keys(is)])
    // Two empty maps are a leaf, to distinguish {} from absent.
    if (names.size === 0) return undefined
    return [...names].map((name) => ({
      step: `f:${name}`,
      shape: shape.field(name)?.shape ?? shape,
      was: own(was, name),
      is: own(is, name),
    }))
  }
  if (!maps.every((value) => isSplit(shape, value))) return undefined
  const index = (value: unknown) =>
    new Map((Array.isArray(value) ? value : []).map((item) => [itemStep(shape.list, item), item]))
  const was = index(before)
  const is = index(after)
  const steps = new Set([...was.keys(), ...is.keys()])
  if (steps.size === 0) return undefined
  return [...steps].map((step) => ({ step, shape: shape.item(), was: was.get(step), is: is.get(step) }))
}

const own = (object: Json, name: string) => (Object.hasOwn(object, name) ? object[name] : undefined)

/** Merges an applied configuration into the live object. */
export function mergeApplied(shape: MergeShape, live: unknown, applied: unknown): unknown {
  if (isMap(live) && isMap(applied) && shape.map === 'granular') {
    const fields = new Map(Object.entries(live))
    for (const [name, value] of Object.entries(applied))
      fields.set(name, mergeApplied(shape.field(name)?.shape ?? shape, fields.get(name), value))
    return Object.fromEntries(fields)
  }
  if (Array.isArray(live) && isSplit(shape, applied)) {
    const items = new Map(live.map((item) => [itemStep(shape.list, item), item as unknown]))
    for (const item of applied) {
      const step = itemStep(shape.list, item)
      items.set(step, shape.list === 'set' ? item : mergeApplied(shape.item(), items.get(step), item))
    }
    return [...items.values()]
  }
  return applied
}

/** Removes fields that have lost their last owner; keeps fields below them that others own. */
export function removeUnowned(shape: MergeShape, value: unknown, dropped: FieldSet, owned: FieldSet): unknown {
  if (isMap(value) && shape.map === 'granular') {
    const fields = Object.entries(value).flatMap(([name, child]): [string, unknown][] => {
      const remaining = removed(shape.field(name)?.shape ?? shape, child, dropped, owned, `f:${name}`)
      return remaining === undefined ? [] : [[name, remaining]]
    })
    return Object.fromEntries(fields)
  }
  if (!isSplit(shape, value)) return value
  return value.flatMap((item): unknown[] => {
    const remaining = removed(shape.item(), item, dropped, owned, itemStep(shape.list, item))
    return remaining === undefined ? [] : [remaining]
  })
}

function removed(shape: MergeShape, child: unknown, dropped: FieldSet, owned: FieldSet, step: string): unknown {
  const drop = dropped.children.get(step)
  if (drop === undefined) return child
  const owner = owned.children.get(step)
  const remaining = removeUnowned(shape, child, drop, owner ?? EMPTY)
  if (owner !== undefined) return remaining
  const isSplitValue = isMap(remaining) ? shape.map === 'granular' : isSplit(shape, remaining)
  const size = isSplitValue ? Object.keys(remaining as object).length : 0
  // A list item with nothing but its keys is removed, too.
  const onlyKeys = step.startsWith('k:') && drop.self
  return size === 0 || onlyKeys ? undefined : remaining
}
