// SPDX-License-Identifier: Apache-2.0
import type { KindSpec } from '../model/kind.ts'
import type { Link } from '../model/link.ts'
import type { KubeObject } from '../model/resource.ts'

/** What an object links to by its kind; a kind that stumbles over odd data has no links. */
export function linksOf(spec: KindSpec | undefined, object: KubeObject | undefined): readonly Link[] {
  try {
    return object ? (spec?.links?.(object) ?? []) : []
  } catch {
    return []
  }
}

/** Some link leads to a cluster that only a ProviderConfig, a registration or a Flux Secret can tell. */
export function leadsAway(spec: KindSpec | undefined, object: KubeObject): boolean {
  return linksOf(spec, object).some(({ to: { where } }) => where !== 'here' && !('role' in where))
}
