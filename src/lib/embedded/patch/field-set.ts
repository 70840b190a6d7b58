// SPDX-License-Identifier: Apache-2.0
import { isObject, type Json } from '../json.ts'

/**
 * A set of field paths like in managedFields, with the same path elements: f:NAME for a field, k:{…} for a list item by
 * its keys, v:… for a value of a set. self: the path of this node is in the set.
 */
export interface FieldSet {
  readonly self: boolean
  readonly children: ReadonlyMap<string, FieldSet>
}

export const EMPTY: FieldSet = { self: false, children: new Map() }

export const isEmpty = (set: FieldSet): boolean => !set.self && [...set.children.values()].every(isEmpty)

export function fromFieldsV1(fields: unknown): FieldSet {
  if (!isObject(fields)) return EMPTY
  const children = new Map<string, FieldSet>()
  for (const [step, below] of Object.entries(fields)) {
    if (step === '.') continue
    const child = fromFieldsV1(below)
    // An empty object means the path itself; one with only children does not.
    const isLeaf = isObject(below) && Object.keys(below).length === 0
    children.set(step, { self: isLeaf || (isObject(below) && Object.hasOwn(below, '.')), children: child.children })
  }
  return { self: false, children }
}

/** Omits empty branches. */
export function toFieldsV1(set: FieldSet): Json {
  const steps = [...set.children].filter(([, child]) => !isEmpty(child)).sort(([a], [b]) => (a < b ? -1 : 1))
  if (steps.length === 0) return {}
  return Object.fromEntries([
    ...(set.self ? [['.', {}] as const] : []),
    ...steps.map(([step, child]) => [step, toFieldsV1(child)] as const),
  ])
}

function combine(a: FieldSet, b: FieldSet, keep: (inA: boolean, inB: boolean) => boolean): FieldSet {
  const children = new Map<string, FieldSet>()
  for (const step of new Set([...a.children.keys(), ...b.children.keys()])) {
    const child = combine(a.children.get(step) ?? EMPTY, b.children.get(step) ?? EMPTY, keep)
    if (!isEmpty(child)) children.set(step, child)
  }
  return { self: keep(a.self, b.self), children }
}

export const union = (a: FieldSet, b: FieldSet) => combine(a, b, (inA, inB) => inA || inB)
export const difference = (a: FieldSet, b: FieldSet) => combine(a, b, (inA, inB) => inA && !inB)
export const intersection = (a: FieldSet, b: FieldSet) => combine(a, b, (inA, inB) => inA && inB)

export const sameSet = (a: FieldSet, b: FieldSet) => isEmpty(difference(a, b)) && isEmpty(difference(b, a))

/** A set with one branch. */
export const under = (step: string, child: FieldSet): FieldSet => ({ self: false, children: new Map([[step, child]]) })

/** Removes these fields of the root and of metadata. */
export function withoutFields(set: FieldSet, fields: readonly string[], metadata: readonly string[]): FieldSet {
  const children = new Map([...set.children].filter(([step]) => !fields.includes(step.slice(2))))
  const meta = children.get('f:metadata')
  if (meta !== undefined) {
    const kept = new Map([...meta.children].filter(([step]) => !metadata.includes(step.slice(2))))
    children.set('f:metadata', { self: false, children: kept })
  }
  return { self: false, children }
}

/** All paths in the format of conflict messages: .spec.containers[name="main"].image */
export function paths(set: FieldSet, prefix = ''): readonly string[] {
  const below = [...set.children]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([step, child]) => ({ path: prefix + formatStep(step), child }))
  // Like the real server: own fields before nested ones.
  return [
    ...below.filter(({ child }) => child.self).map(({ path }) => path),
    ...below.flatMap(({ path, child }) => paths(child, path)),
  ]
}

function formatStep(step: string): string {
  const rest = step.slice(2)
  if (step.startsWith('f:')) return `.${rest}`
  if (step.startsWith('v:')) return `[=${rest}]`
  const keys: unknown = JSON.parse(rest)
  return `[${Object.entries(isObject(keys) ? keys : {})
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(',')}]`
}
