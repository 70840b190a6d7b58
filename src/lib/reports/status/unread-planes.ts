// SPDX-License-Identifier: Apache-2.0
import type { Graph } from '../../model/graph/graph.ts'
import { PHASE_TITLES, PHASES } from '../../model/graph/phase.ts'
import type { SeenCluster, Snapshot } from '../../model/landscape/snapshot.ts'
import type { StatusRow } from './report.ts'

/** OpenStack clusters that may exist in clusters of which nothing could be read. */
export interface UnreadPlanes {
  /** One for each control plane cluster that no claim names: it is part of the fleet for an OpenStack cluster. */
  readonly rows: readonly StatusRow[]
  /** Labels of the other unreadable clusters that could hold one. */
  readonly mayHoldMore: readonly string[]
}

export function unreadPlanes({ clusters, gaps }: Snapshot, { nodes }: Graph): UnreadPlanes {
  const unread = new Map(gaps.filter(({ kind }) => kind === undefined).map((gap) => [gap.cluster, gap]))
  if (unread.size === 0) return { rows: [], mayHoldMore: [] }
  const candidates = clusters.filter(({ label, cluster }) => unread.has(label) && mayHoldPlanes(cluster.roles))
  const named = new Set(nodes.values().map(({ cluster }) => cluster.label))
  const [known, others] = [
    candidates.filter((one) => !isUnnamed(one, named)),
    candidates.filter((one) => isUnnamed(one, named)),
  ]
  return {
    rows: others.map((one) => rowOf(one, unread.get(one.label)?.message ?? '', unread.get(one.label)?.fault ?? '')),
    mayHoldMore: known.map(({ label }) => label),
  }
}

const mayHoldPlanes = (roles: SeenCluster['cluster']['roles']) =>
  roles.length === 0 || roles.some(({ role }) => role === 'control-plane' || role === 'management')

/** A control plane that no object refers to. */
const isUnnamed = ({ label, cluster }: SeenCluster, named: ReadonlySet<string>) =>
  !named.has(label) && cluster.roles.some(({ role }) => role === 'control-plane')

function rowOf({ label, cluster }: SeenCluster, message: string, reason: string): StatusRow {
  const name = cluster.roles.find(({ role }) => role === 'control-plane')?.name
  const node = {
    cluster: label,
    role: 'control-plane',
    apiVersion: 'c5c3.io/v1alpha1',
    kind: 'ControlPlane',
    name: '*',
    state: 'unknown',
    own: 'unknown',
    status: 'unknown',
    reason,
    message,
    source: 'unseen',
  } as const
  return {
    ...node,
    ...(name === undefined || name === 'control-plane' ? {} : { region: name }),
    phases: PHASES.map((id) => ({
      id,
      title: PHASE_TITLES[id],
      state: 'unknown',
      status: 'unknown',
      members: [],
      count: 0,
    })),
    blocker: node,
  }
}
