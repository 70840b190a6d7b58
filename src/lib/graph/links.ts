// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../model/graph/kind.ts'
import type { Link } from '../model/graph/link.ts'
import type { KubeObject } from '../model/object/resource.ts'

/** The kind of object that addresses the other cluster. */
export type CrossClusterLink = 'providerConfig' | 'registration' | 'fluxSecret'

/** The links of an object by its kind; none if the data is malformed. */
export function linksOf(spec: KindSpec | undefined, object: KubeObject | undefined): readonly Link[] {
  if (!object || !spec?.links) return []
  const cached = spec.holdsCopies ? CACHE.get(object) : undefined
  if (cached) return cached
  const links = tryLinks(spec.links, object)
  if (spec.holdsCopies) CACHE.set(object, links)
  return links
}

/** Collects which kinds of address the links of an object need to be resolved. */
export function collectCrossClusterLinks(
  addressKinds: Set<CrossClusterLink>,
  spec: KindSpec | undefined,
  object: KubeObject,
): void {
  for (const { to } of linksOf(spec, object)) {
    const { where } = to
    if (where === 'here' || 'role' in where) continue
    addressKinds.add(
      'providerConfig' in where ? 'providerConfig' : 'registration' in where ? 'registration' : 'fluxSecret',
    )
  }
}

/** Links of kinds that hold copies: they are read three times, and parsing a copy is expensive. */
const CACHE = new WeakMap<KubeObject, readonly Link[]>()

function tryLinks(links: NonNullable<KindSpec['links']>, object: KubeObject): readonly Link[] {
  try {
    return links(object)
  } catch {
    return []
  }
}
