// SPDX-License-Identifier: Apache-2.0

import { type KindSpec, kindName } from '../../model/graph/kind.ts'
import type { Gap } from '../../model/landscape/gap.ts'
import type { Role } from '../../model/landscape/role.ts'
import type { SeenCluster, Snapshot } from '../../model/landscape/snapshot.ts'
import { C5c3Error, type ExitName } from '../../model/report/errors.ts'

export interface Sought {
  /** Kinds it may be of, the likeliest first. */
  readonly kinds: readonly string[]
  /** The person said which kind. */
  readonly isNamed: boolean
  /** Where such things live, if the kinds need not be asked. */
  readonly roles?: readonly Role[]
}

/** Why something that was not found may be there all the same. */
export interface UnreadCandidate {
  error(what: string): C5c3Error
}

/**
 * Tells whether a gap may hide what was looked for in these clusters; undefined when all of them were read. Nobody got
 * into any cluster that holds such things, or only into some.
 */
export function unreadOf(
  sought: Sought,
  places: ReadonlySet<string>,
  { clusters, gaps }: Pick<Snapshot, 'clusters' | 'gaps'>,
  specs: readonly KindSpec[] = [],
): UnreadCandidate | undefined {
  const could = clusters.filter((seen) => places.has(seen.label) && mayHold(seen, sought, specs))
  const labels = new Set(could.map(({ label }) => label))
  const hiding = gaps.filter(({ cluster, kind }) => labels.has(cluster) && (!kind || sought.kinds.includes(kind)))
  if (hiding.length === 0) return undefined
  const dark = new Set(hiding.filter(({ kind }) => kind === undefined).map(({ cluster }) => cluster))
  const needed = sought.isNamed ? could : overview(could)
  const exit: ExitName = needed.every(({ label }) => dark.has(label)) ? 'noAccess' : 'incomplete'
  return { error: (what) => unread(what, exit, hiding) }
}

function unread(what: string, exit: ExitName, gaps: readonly Gap[]): C5c3Error {
  const where = [...new Set(gaps.map(({ cluster }) => cluster))].join(', ')
  const hints = [...new Set(gaps.map(({ cluster, message }) => `not seen: ${cluster}: ${message}`))]
  const code = exit === 'noAccess' ? 'NO_CLUSTER_REACHABLE' : 'NOT_FOUND'
  return new C5c3Error(code, exit, `cannot tell whether there is ${what}: ${where} could not be read`, hints)
}

function mayHold({ cluster }: SeenCluster, { kinds, roles: known }: Sought, specs: readonly KindSpec[]): boolean {
  const roles = new Set(known ?? specs.filter((spec) => kinds.includes(kindName(spec))).flatMap((spec) => spec.roles))
  return cluster.roles.some(({ role }) => roles.has(role))
}

/** The management cluster holds what overviews are about; without one, the control planes do. */
function overview(clusters: readonly SeenCluster[]): readonly SeenCluster[] {
  const management = clusters.filter(({ cluster }) => cluster.roles.some(({ role }) => role === 'management'))
  return management.length > 0 ? management : clusters
}
