// SPDX-License-Identifier: Apache-2.0
import type { Gap } from '../model/gap.ts'
import type { Completeness } from '../model/report.ts'

/** What was read of which clusters, from the gaps. */
export function completenessOf(clusters: readonly string[], gaps: readonly Gap[]): Completeness {
  const incomplete = new Set(gaps.map((gap) => gap.cluster))
  return {
    complete: gaps.length === 0,
    clusters: clusters.map((name) => ({ name, complete: !incomplete.has(name) })),
    gaps,
  }
}

/** "7 of 8 clusters answered", the words every text answer ends with. */
export function completenessText({ clusters }: Completeness, verb: string): string {
  const good = clusters.filter((cluster) => cluster.complete).length
  return `${good} of ${clusters.length} ${clusters.length === 1 ? 'cluster' : 'clusters'} ${verb}`
}
