// SPDX-License-Identifier: Apache-2.0

import { type KindSpec, kindName } from '../../model/graph/kind.ts'
import type { Gap } from '../../model/landscape/gap.ts'
import type { Role } from '../../model/landscape/role.ts'
import type { SeenCluster, Snapshot } from '../../model/landscape/snapshot.ts'
import { C5c3Error, type ExitName } from '../../model/report/errors.ts'

export interface Sought {
  /** Candidate kinds, most likely first. */
  readonly kinds: readonly string[]
  /** The user named the kind. */
  readonly isNamed: boolean
  /** Cluster roles to search; without it the roles of the kinds. */
  readonly roles?: readonly Role[]
}

/** An object that was not found but may be in an unreadable cluster. */
export interface UnreadCandidate {
  error(what: string): C5c3Error
}

/**
 * Whether a gap may hide the object in these clusters; undefined if all were read. Exits with `noAccess` if no cluster
 * that could contain it was readable.
 */
export function unreadOf(
  sought: Sought,
  labels: ReadonlySet<string>,
  { clusters, gaps }: Pick<Snapshot, 'clusters' | 'gaps'>,
  specs: readonly KindSpec[] = [],
): UnreadCandidate | undefined {
  const candidates = clusters.filter((cluster) => labels.has(cluster.label) && canContain(cluster, sought, specs))
  const candidateLabels = new Set(candidates.map(({ label }) => label))
  const relevantGaps = gaps.filter(
    ({ cluster, kind }) => candidateLabels.has(cluster) && (!kind || sought.kinds.includes(kind)),
  )
  if (relevantGaps.length === 0) return undefined
  const unreachable = new Set(relevantGaps.filter(({ kind }) => kind === undefined).map(({ cluster }) => cluster))
  const required = sought.isNamed ? candidates : overviewClusters(candidates)
  const exit: ExitName = required.every(({ label }) => unreachable.has(label)) ? 'noAccess' : 'incomplete'
  return { error: (what) => unreadError(what, exit, relevantGaps) }
}

function unreadError(what: string, exit: ExitName, gaps: readonly Gap[]): C5c3Error {
  const where = [...new Set(gaps.map(({ cluster }) => cluster))].join(', ')
  const hints = [...new Set(gaps.map(({ cluster, message }) => `not seen: ${cluster}: ${message}`))]
  const code = exit === 'noAccess' ? 'NO_CLUSTER_REACHABLE' : 'NOT_FOUND'
  return new C5c3Error(code, exit, `cannot look up ${what}: ${where} could not be read`, hints)
}

function canContain(
  { cluster }: SeenCluster,
  { kinds, roles: knownRoles }: Sought,
  specs: readonly KindSpec[],
): boolean {
  const roles = new Set(
    knownRoles ?? specs.filter((spec) => kinds.includes(kindName(spec))).flatMap((spec) => spec.roles),
  )
  return cluster.roles.some(({ role }) => roles.has(role))
}

/** Overview subjects are in the management cluster; without one, in the control planes. */
function overviewClusters(clusters: readonly SeenCluster[]): readonly SeenCluster[] {
  const management = clusters.filter(({ cluster }) => cluster.roles.some(({ role }) => role === 'management'))
  return management.length > 0 ? management : clusters
}
