// SPDX-License-Identifier: Apache-2.0
import type { PlanCluster } from '../../model/plan/plan.ts'
import type { LinesBlock } from '../../model/report/view.ts'

/** The clusters of a plan with address, origin and writing account; targets first. */
export function clusterLines(clusters: readonly PlanCluster[]): LinesBlock {
  const targets = clusters.filter(({ user }) => user !== undefined)
  const sources = clusters.filter(({ user }) => user === undefined)
  return {
    type: 'lines',
    lines: [
      ...targets.map((cluster) => ({ text: `writes to ${clusterText(cluster)}` })),
      ...sources.map((cluster) => ({ text: `reads from ${clusterText(cluster)}`, tone: 'dim' as const })),
    ],
  }
}

/**
 * For example "control-plane/eu-de-1 (https://10.0.0.4:6443, ProviderConfig cp, pinned by profile prod) as provider for
 * vera".
 */
export function clusterText({ name, server, origin, user, person }: PlanCluster): string {
  const where = [server, origin].filter(Boolean).join(', ')
  const who = user === undefined ? '' : ` as ${user}${person === undefined ? '' : ` for ${person}`}`
  return `${name}${where === '' ? '' : ` (${where})`}${who}`
}
