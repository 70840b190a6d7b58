// SPDX-License-Identifier: Apache-2.0
import { isBad, type OperatorRow } from './report.ts'

/** An operator in one cluster, or in several where it is healthy with the same version. */
export interface OperatorLine extends OperatorRow {
  readonly clusters: readonly string[]
}

export const singleLine = (row: OperatorRow): OperatorLine => ({ ...row, clusters: [row.cluster] })

/** Merges healthy operators of equal version, and all operators of a cluster that could not be read. */
export function mergeRows(rows: readonly OperatorRow[]): readonly OperatorLine[] {
  const unreadByCluster = Map.groupBy(rows.filter(isUnread), ({ cluster }) => cluster)
  const hidden = [...unreadByCluster.values()].filter((group) => group.length > 1)
  const merged = new Set(hidden.flat())
  return [...hidden.flatMap(hiddenLine), ...mergeHealthy(rows.filter((row) => !merged.has(row)))]
}

/** Nothing of it was read: its state is only that of its cluster. */
export const isUnread = ({ state, workloads, objects, findings }: OperatorRow): boolean =>
  state === 'unknown' && workloads.length === 0 && objects === 0 && findings.length === 0

function hiddenLine(rows: readonly OperatorRow[]): readonly OperatorLine[] {
  const [first] = rows
  return first ? [{ ...singleLine(first), operator: `${rows.length} operators` }] : []
}

function mergeHealthy(rows: readonly OperatorRow[]): readonly OperatorLine[] {
  const groups = Map.groupBy(rows, (row) =>
    isBad(row) || row.state !== 'healthy' ? row : `${row.operator} ${row.versions.join()} ${row.elsewhere.join()}`,
  )
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const sum = (field: 'ready' | 'wanted' | 'objects') => group.reduce((total, row) => total + row[field], 0)
    const latest = group.reduce((a, b) => ((b.lastWorked ?? '') > (a.lastWorked ?? '') ? b : a))
    return [
      {
        ...latest,
        clusters: group.map(({ cluster }) => cluster),
        ready: sum('ready'),
        wanted: sum('wanted'),
        objects: sum('objects'),
        workloads: group.flatMap(({ workloads }) => workloads),
      },
    ]
  })
}

/** The cluster, or a count per role. */
export function clustersText(clusters: readonly string[]): string {
  if (clusters.length === 1) return clusters[0] ?? ''
  const roles = Map.groupBy(clusters, (label) => label.split('/')[0] ?? '')
  return [...roles]
    .map(([role, members]) => (members.length === 1 ? (members[0] ?? '') : `${role} (${members.length})`))
    .join(', ')
}
