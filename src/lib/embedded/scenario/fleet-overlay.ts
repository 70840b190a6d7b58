// SPDX-License-Identifier: Apache-2.0
// A scenario may be another one plus differences: `extends` in fleet.yaml.
import type { Manifest } from '../json.ts'
import { mergePatch } from '../patch/merge-patch.ts'
import { groupOfType } from '../storage/resource-type.ts'

/** What makes two documents the same object, whatever their version. */
export const identityOf = ({ apiVersion, kind, metadata }: Manifest) =>
  `${kind}.${groupOfType(apiVersion)} ${metadata.namespace ?? ''}/${metadata.name}`

/** The base with each overlay object merged over the one of the same identity (null removes a field) or added. */
export function overlay(base: readonly Manifest[], over: readonly Manifest[]): readonly Manifest[] {
  if (base.length === 0) return over
  const objects = new Map(base.map((object) => [identityOf(object), object]))
  for (const change of over) {
    const before = objects.get(identityOf(change))
    objects.set(identityOf(change), before === undefined ? change : (mergePatch(before, change) as Manifest))
  }
  return [...objects.values()]
}

/** Understands 'Kind.group namespace/name', 'Kind.group name' and 'Kind.group *'. */
export function absentMatcher(entries: readonly string[]): (object: Manifest) => boolean {
  const gone = new Set(entries.map((entry) => entry.trim().replace(/\s+/, ' ')))
  if (gone.size === 0) return () => false
  return ({ apiVersion, kind, metadata }) => {
    const group = groupOfType(apiVersion)
    const kindName = group === '' ? kind : `${kind}.${group}`
    const place = metadata.namespace === undefined ? metadata.name : `${metadata.namespace}/${metadata.name}`
    return gone.has(`${kindName} *`) || gone.has(`${kindName} ${place}`)
  }
}
