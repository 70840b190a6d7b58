// SPDX-License-Identifier: Apache-2.0

import { kindName } from '../../model/graph/kind.ts'
import type { Gap } from '../../model/landscape/gap.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { groupOf } from '../../model/object/reference.ts'

/** Objects that a control plane should hold, because other clusters hold their counterparts. */
export interface Expected {
  /** Kind.group; the first one stands for all of them in the gap. */
  readonly kinds: readonly string[]
  /** The same for people: "ControlPlane, Cinder, Glance or Nova". */
  readonly words: string
  /** Only control planes that serve one of these kinds; others may be without them on purpose. */
  readonly isServed?: true
  /** What was found elsewhere: "7 CephClients have no copy of their key". */
  readonly counterpart: string
}

/**
 * A gap for each control plane that answered and holds not one object of the expected kinds. An empty list is no evidence
 * that nothing is wrong there. Clusters that could not be read have their gaps already.
 */
export function emptyPlaneGaps(
  { clusters, resources, readings, gaps }: Snapshot,
  { kinds, words, isServed, counterpart }: Expected,
): readonly Gap[] {
  const names = new Set(kinds)
  const isMine = (kind: string | undefined) => kind === undefined || names.has(kind)
  const holding = new Set(
    resources
      .filter(({ object: { apiVersion, kind } }) => names.has(kindName({ group: groupOf(apiVersion), kind })))
      .map(({ cluster }) => cluster.uid),
  )
  const serves = (label: string) =>
    readings.some(({ cluster, kind, outcome }) => cluster === label && names.has(kind) && outcome === 'read')
  return clusters
    .filter(({ cluster }) => cluster.roles.some(({ role }) => role === 'control-plane') && !holding.has(cluster.uid))
    .filter(({ label }) => !gaps.some((gap) => gap.cluster === label && isMine(gap.kind)))
    .filter(({ label }) => !isServed || serves(label))
    .map(({ label }) => ({
      cluster: label,
      kind: kinds[0] ?? '',
      fault: 'notfound',
      message: `holds no ${words}, but ${counterpart}`,
    }))
}
