// SPDX-License-Identifier: Apache-2.0
// What server-side apply is made of: the fields of an object, the difference of two, a merge and a removal.
// The rules are those of Kubernetes' structured merge; see the contract suite for what was compared.

import { isObject, type Json, sameJson } from '../json.ts'
import { itemStep, type MergeShape } from '../storage/merge-shape.ts'
import { EMPTY, type FieldSet, under, union } from './field-set.ts'

const LEAF: FieldSet = { self: true, children: new Map() }

const isMap = (value: unknown): value is Json => isObject(value)
const isSplit = (shape: MergeShape, value: unknown): value is unknown[] =>
  Array.isArray(value) && shape.list !== 'atomic'

/** Every field an applied configuration speaks about. */
export function fieldsOf(shape: MergeShape, value: unknown): FieldSet {
  if (isMap(value) && shape.map === 'granular') {
    let set = EMPTY
    for (const [name, child] of Object.entries(value)) {
      const { shape: inner, declared } = shape.field(name) ?? { shape, declared: false }
      const below = fieldsOf(inner, child)
      // an entry of a map is owned itself; a field of the type only through what is in it
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

/** Which fields came, went and changed between two states; undefined: it is not there. */
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

/** The children of two values that can be compared one by one; undefined when they are one leaf. */
function partsOf(shape: MergeShape, before: unknown, after: unknown): readonly Part[] | undefined {
  const maps = [before, after].filter((value) => value !== undefined)
  if (maps.every(isMap) && shape.map === 'granular') {
    const was = isMap(before) ? before : {}
    const is = isMap(after) ? after : {}
    const names = new Set([...Object.keys(was), ...Object.keys(is)])
    // two empty maps are a leaf, so that {} can be told from nothing
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

/** The live object with an applied configuration laid over it. */
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

/** The value without the fields that were owned and now have no owner; what others own below them stays. */
export function removeUnowned(shape: MergeShape, value: unknown, dropped: FieldSet, owned: FieldSet): unknown {
  if (isMap(value) && shape.map === 'granular') {
    const fields = Object.entries(value).flatMap(([name, child]): [string, unknown][] => {
      const kept = removed(shape.field(name)?.shape ?? shape, child, dropped, owned, `f:${name}`)
      return kept === undefined ? [] : [[name, kept]]
    })
    return Object.fromEntries(fields)
  }
  if (!isSplit(shape, value)) return value
  return value.flatMap((item): unknown[] => {
    const kept = removed(shape.item(), item, dropped, owned, itemStep(shape.list, item))
    return kept === undefined ? [] : [kept]
  })
}

function removed(shape: MergeShape, child: unknown, dropped: FieldSet, owned: FieldSet, step: string): unknown {
  const drop = dropped.children.get(step)
  if (drop === undefined) return child
  const owner = owned.children.get(step)
  const kept = removeUnowned(shape, child, drop, owner ?? EMPTY)
  if (owner !== undefined) return kept
  const split = isMap(kept) ? shape.map === 'granular' : isSplit(shape, kept)
  const size = split ? Object.keys(kept as object).length : 0
  // a list item whose keys alone are left is gone, too
  const onlyKeys = step.startsWith('k:') && drop.self
  return size === 0 || onlyKeys ? undefined : kept
}
