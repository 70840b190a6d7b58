// SPDX-License-Identifier: Apache-2.0
import type { Cause } from '../../assess/causes.ts'
import { normaliseControlPlane } from '../../kinds/c5c3-operator/spec.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { textAt } from '../../model/object/fields.ts'
import type { State } from '../../model/report/report.ts'
import { findingsFor, type RowFinding, stateWith } from '../shared/row-findings.ts'

/** The monitor addresses in a ControlPlane's spec, and those that Rook publishes. */
export interface CephMonitors {
  readonly cluster: string
  readonly namespace: string
  /** Name of the ControlPlane. */
  readonly name: string
  readonly asked: readonly string[]
  /** Addresses in rook-ceph-mon-endpoints of its storage clusters. */
  readonly known: readonly string[]
  readonly judged: State
  readonly message?: string
  readonly findings: readonly RowFinding[]
}

/**
 * One row for each ControlPlane that names monitors of these storage clusters; check F47 decides whether they are
 * current.
 */
export function monitorsOf(
  { graph }: Assessment,
  causes: readonly Cause[],
  storage: ReadonlySet<string>,
): readonly CephMonitors[] {
  const published = graph.of('CephCluster.ceph.rook.io').flatMap((ceph) => {
    const map = graph
      .out(ceph.id)
      .map(({ to }) => graph.nodes.get(to))
      .find((node) => node?.kind === 'ConfigMap')
    const names = ceph.cluster.cluster.roles.flatMap(({ role, name }) => (role === 'storage' ? [name] : []))
    return [{ label: ceph.cluster.label, names, map }]
  })
  const findingsOf = findingsFor(causes.filter(({ mode }) => mode === 'F47'))
  return graph.of('ControlPlane.c5c3.io').flatMap((plane): CephMonitors[] => {
    if (!plane.object) return []
    const { ceph, pools } = normaliseControlPlane(plane.object)
    const own = published.filter(({ names }) => names.some((name) => pools.storage.includes(name)))
    if (ceph.monitors.length === 0 || (own.length > 0 && !own.some(({ label }) => storage.has(label)))) return []
    const findings = findingsOf([plane]).filter(({ follows }) => !follows)
    const hidden = hiddenText(pools.storage, own)
    return [
      {
        cluster: plane.cluster.label,
        namespace: plane.namespace ?? '',
        name: plane.name,
        asked: ceph.monitors,
        known: own.flatMap(({ map }) => addressesIn(map)),
        judged: findings.length === 0 && hidden ? 'unknown' : stateWith('healthy', findings),
        ...(hidden ? { message: hidden } : {}),
        findings,
      },
    ]
  })
}

const addressesIn = (map: GraphNode | undefined): readonly string[] =>
  (textAt(map?.object, 'data.data') ?? '').split(',').flatMap((entry) => entry.replace(/^[^=]*=/, '').trim() || [])

function hiddenText(
  storage: readonly string[],
  lists: readonly { readonly names: readonly string[]; readonly map: GraphNode | undefined }[],
): string | undefined {
  const unread = storage.filter((pool) => !lists.some(({ names }) => names.includes(pool)))
  if (unread.length > 0) return `Ceph of ${unread.join(', ')} could not be read`
  const without = lists.find(({ map }) => !map?.object)
  if (!without) return storage.length === 0 ? 'it names no storage pools' : undefined
  return `the monitors of ${without.names.join(', ')} could not be read: ${without.map?.hidden?.message ?? 'rook-ceph-mon-endpoints does not exist'}`
}
