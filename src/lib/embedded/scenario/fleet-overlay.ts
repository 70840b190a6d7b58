// SPDX-License-Identifier: Apache-2.0
// `extends` in fleet.yaml: a scenario may consist of another one and differences.
import type { Manifest } from '../json.ts'
import { mergePatch } from '../patch/merge-patch.ts'
import { groupOfType } from '../storage/resource-type.ts'

/** Identifies an object across API versions. */
export const identityOf = ({ apiVersion, kind, metadata }: Manifest) =>
  `${kind}.${groupOfType(apiVersion)} ${metadata.namespace ?? ''}/${metadata.name}`

/** Merges each overlay object into the one with the same identity (null removes a field), or adds it. */
export function overlay(base: readonly Manifest[], over: readonly Manifest[]): readonly Manifest[] {
  if (base.length === 0) return over
  const objects = new Map(base.map((object) => [identityOf(object), object]))
  for (const change of over) {
    const before = objects.get(identityOf(change))
    objects.set(identityOf(change), before === undefined ? change : (mergePatch(before, change) as Manifest))
  }
  return [...objects.values()]
}

/** Supports 'Kind.group namespace/name', 'Kind.group name' and 'Kind.group *'. */
export function absentMatcher(entries: readonly string[]): (object: Manifest) => boolean {
  const gone = new Set(entries.map((entry) => entry.trim().replace(/\s+/, ' ')))
  if (gone.size === 0) return () => false
  return ({ apiVersion, kind, metadata }) => {
    const group = groupOfType(apiVersion)
    const kindName = group === '' ? kind : `${kind}.${group}`
    const key = metadata.namespace === undefined ? metadata.name : `${metadata.namespace}/${metadata.name}`
    return gone.has(`${kindName} *`) || gone.has(`${kindName} ${key}`)
  }
}
