// SPDX-License-Identifier: Apache-2.0

import { kindName } from '../../model/graph/kind.ts'
import type { Gap } from '../../model/landscape/gap.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { groupOf } from '../../model/object/reference.ts'

/** Objects a control plane should have because other clusters have their counterparts. */
export interface Expected {
  /** Kind.group; the gap names the first one. */
  readonly kinds: readonly string[]
  /** The kinds as text, for example "ControlPlane, Cinder, Glance or Nova". */
  readonly words: string
  /** Only control planes that serve one of the kinds; others may omit them on purpose. */
  readonly isServed?: true
  /** What other clusters have, for example "7 CephClients have no copy of their key". */
  readonly counterpart: string
}

/**
 * A gap for each readable control plane without any object of the expected kinds: an empty list does not prove health.
 * Unreadable clusters have gaps already.
 */
export function emptyPlaneGaps(
  { clusters, resources, readings, gaps }: Snapshot,
  { kinds, words, isServed, counterpart }: Expected,
): readonly Gap[] {
  const names = new Set(kinds)
  const isExpected = (kind: string | undefined) => kind === undefined || names.has(kind)
  const holding = new Set(
    resources
      .filter(({ object: { apiVersion, kind } }) => names.has(kindName({ group: groupOf(apiVersion), kind })))
      .map(({ cluster }) => cluster.uid),
  )
  const isServing = (label: string) =>
    readings.some(({ cluster, kind, outcome }) => cluster === label && names.has(kind) && outcome === 'read')
  return clusters
    .filter(({ cluster }) => cluster.roles.some(({ role }) => role === 'control-plane') && !holding.has(cluster.uid))
    .filter(({ label }) => !gaps.some((gap) => gap.cluster === label && isExpected(gap.kind)))
    .filter(({ label }) => !isServed || isServing(label))
    .map(({ label }) => ({
      cluster: label,
      kind: kinds[0] ?? '',
      fault: 'notfound',
      message: `holds no ${words}, but ${counterpart}`,
    }))
}
