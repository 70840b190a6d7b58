// SPDX-License-Identifier: Apache-2.0
import type { NodeReport } from './object-row.ts'

/** A finding in any report. */
export interface GroupableFinding {
  readonly check?: string
  readonly mode?: string
  readonly modes?: readonly string[]
  readonly severity: string
  readonly subject: NodeReport
  /** Objects of the subject's kind in its cluster. */
  readonly kindCount?: number
  readonly suppressed?: string
  readonly known?: true
}

/** Findings that a view shows as one; never empty. */
export type FindingGroup<T> = readonly [T, ...T[]]

/** From this many objects of one cluster on, identical findings share a line. */
const GROUP_FROM = 4

/**
 * Groups the findings of one check and mode about many objects of one cluster, and joins such groups of several
 * clusters. The order is that of the first finding of each group.
 */
export function groupFindings<T extends GroupableFinding>(findings: readonly T[]): readonly FindingGroup<T>[] {
  const inCluster = Map.groupBy(findings, (finding) => `${keyOf(finding)} ${finding.subject.cluster}`)
  const isMany = (finding: T) =>
    finding.check !== undefined &&
    (inCluster.get(`${keyOf(finding)} ${finding.subject.cluster}`)?.length ?? 0) >= GROUP_FROM
  const groups = Map.groupBy(findings, (finding) => (isMany(finding) ? keyOf(finding) : finding))
  return [...groups.values()] as unknown as readonly FindingGroup<T>[]
}

const keyOf = ({ check, mode, modes, severity, subject, suppressed, known }: GroupableFinding) =>
  JSON.stringify([check, mode ?? modes, severity, subject.kind, suppressed ?? '', known ?? false])

/** For example "hypervisor/hv-pool-a 50/50, hypervisor/hv-pool-b 3/20". */
export function groupPlaces(group: FindingGroup<GroupableFinding>): string {
  return [...Map.groupBy(group, ({ subject }) => subject.cluster)]
    .map(([cluster, members]) => {
      const total = members[0]?.kindCount
      return `${cluster} ${members.length}${total === undefined ? '' : `/${total}`}`
    })
    .join(', ')
}

/** The first few objects by name: "OVNChassis hv-a-001, hv-a-002, hv-a-003 and 67 more". */
export function groupNames(group: FindingGroup<GroupableFinding>): string {
  const names = [...new Set(group.map(({ subject }) => subject.name))].slice(0, MAX_NAMES)
  return `${group[0].subject.kind} ${names.join(', ')} and ${group.length - names.length} more`
}

const MAX_NAMES = 3

/** The distinct objects of several lists, such as those that a group of findings affects. */
export function distinctNodes(lists: readonly (readonly NodeReport[])[]): readonly NodeReport[] {
  return [...new Map(lists.flat().map((node) => [nodeKey(node), node])).values()]
}

export const nodeKey = ({ cluster, kind, namespace = '', name }: NodeReport): string =>
  `${cluster} ${kind} ${namespace}/${name}`
