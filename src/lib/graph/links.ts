// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../model/graph/kind.ts'
import type { Link } from '../model/graph/link.ts'
import type { KubeObject } from '../model/object/resource.ts'

/** What a link that leads away goes by. */
export type CrossClusterLink = 'providerConfig' | 'registration' | 'fluxSecret'

/** Links of what holds copies: they are asked for three times, and each time a copy would be taken apart. */
const KNOWN = new WeakMap<KubeObject, readonly Link[]>()

/** What an object links to by its kind; a kind that stumbles over odd data has no links. */
export function linksOf(spec: KindSpec | undefined, object: KubeObject | undefined): readonly Link[] {
  if (!object || !spec?.links) return []
  const known = spec.holdsCopies ? KNOWN.get(object) : undefined
  if (known) return known
  const links = tried(spec.links, object)
  if (spec.holdsCopies) KNOWN.set(object, links)
  return links
}

function tried(links: NonNullable<KindSpec['links']>, object: KubeObject): readonly Link[] {
  try {
    return links(object)
  } catch {
    return []
  }
}

/** Adds the ways by which links lead to clusters that only a ProviderConfig, a registration or a Flux Secret can tell. */
export function collectCrossClusterLinks(
  ways: Set<CrossClusterLink>,
  spec: KindSpec | undefined,
  object: KubeObject,
): void {
  for (const { to } of linksOf(spec, object)) {
    const { where } = to
    if (where === 'here' || 'role' in where) continue
    ways.add('providerConfig' in where ? 'providerConfig' : 'registration' in where ? 'registration' : 'fluxSecret')
  }
}
