// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../model/kind.ts'
import type { Link } from '../model/link.ts'
import type { KubeObject } from '../model/resource.ts'

/** What a link that leads away goes by. */
export type WayAway = 'providerConfig' | 'registration' | 'fluxSecret'

/** What an object links to by its kind; a kind that stumbles over odd data has no links. */
export function linksOf(spec: KindSpec | undefined, object: KubeObject | undefined): readonly Link[] {
  try {
    return object ? (spec?.links?.(object) ?? []) : []
  } catch {
    return []
  }
}

/** By which ways links lead to clusters that only a ProviderConfig, a registration or a Flux Secret can tell. */
export function waysAway(spec: KindSpec | undefined, object: KubeObject): readonly WayAway[] {
  return linksOf(spec, object).flatMap(({ to: { where } }) => {
    if (where === 'here' || 'role' in where) return []
    return 'providerConfig' in where ? 'providerConfig' : 'registration' in where ? 'registration' : 'fluxSecret'
  })
}
