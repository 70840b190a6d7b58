// SPDX-License-Identifier: Apache-2.0
import { causeFinder } from '../../assess/root-cause-path.ts'
import { serviceKind } from '../../kinds/openstack/service.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine, worse } from '../../model/graph/health.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { textAt } from '../../model/object/fields.ts'
import type { State, Status } from '../../model/report/report.ts'
import type { PoolFacts } from '../pools/facts.ts'
import { fluxInto } from '../shared/flux-targets.ts'
import { dependentStatus } from '../shared/node-status.ts'
import { nodeReport, objectAddress } from '../shared/object-row.ts'
import { phaseOrder } from '../shared/phase-order.ts'

/** Objects of one kind of an OpenStack cluster, counted. */
export interface DetailPart {
  readonly name: string
  readonly state: State
  readonly fine: number
  /** Objects that were read, or that are expected. */
  readonly total: number
  /** A gap hides further objects. */
  readonly hidden?: true
  /** KIND/NAMESPACE/NAME@CLUSTER of the root cause, if it is none of them. */
  readonly waitsFor?: string
  /** The state that views show. */
  readonly status: Status
}

/** An OpenStack service as it runs, not as requested. */
export interface ServiceRow {
  readonly service: string
  readonly name?: string
  readonly state: State
  readonly reason?: string
  /** Installed release; during an upgrade "2025.2 → 2026.1 (Expanding)". */
  readonly release?: string
  readonly endpoint?: string
  /** KIND/NAMESPACE/NAME@CLUSTER of the root cause, if that is another object. */
  readonly waitsFor?: string
  /** The state that views show. */
  readonly status: Status
}

const PARTS: readonly (readonly [string, (node: GraphNode) => boolean])[] = [
  ['Ceph', ({ group }) => group === 'ceph.rook.io'],
  ['Hypervisors', ({ kind }) => kind === 'Hypervisor'],
  ['Nodes', ({ kind }) => kind === 'Node'],
  ['OVN', ({ group }) => group === 'ovn.c5c3.io' || group === 'ovs.c5c3.io'],
  ['Databases and queues', ({ group }) => DATA_GROUPS.has(group)],
  ['K-ORC', ({ group }) => group === 'openstack.k-orc.cloud'],
  ['Secret sync', ({ group }) => group === 'external-secrets.io'],
  ['GitOps', ({ group }) => group.endsWith('.fluxcd.io')],
]

const DATA_GROUPS = new Set(['k8s.mariadb.com', 'rabbitmq.com', 'cache.cs.sap.com', 'memcached.c5c3.io'])

/** Existing families in a fixed order. Includes what Flux applies to these clusters from elsewhere. */
export function detailParts(
  assessment: Assessment,
  nodes: readonly GraphNode[],
  snapshot: Pick<Snapshot, 'addresses'>,
  pools: readonly PoolFacts[] = [],
): readonly DetailPart[] {
  const labels = new Set(nodes.map(({ cluster }) => cluster.label))
  const all = new Set([...nodes, ...fluxInto(assessment.graph, snapshot, labels)])
  const causeOf = causeFinder(assessment, phaseOrder)
  return PARTS.flatMap(([name, isMember]) => {
    const members = [...all].filter(isMember)
    if (members.length === 0) return []
    const part = partOf(assessment, name, members, causeOf)
    return [name === 'Nodes' ? withMissing(part, pools) : part]
  })
}

function partOf(
  { own }: Assessment,
  name: string,
  members: readonly GraphNode[],
  causeOf: (node: GraphNode) => GraphNode,
): DetailPart {
  const unhealthy = members.filter(({ id }) => !isFine(own(id).state))
  const readCount = members.filter(({ source }) => source !== 'unseen').length
  const memberSet = new Set(members)
  const causes = unhealthy.filter(({ id }) => own(id).state !== 'unknown').map(causeOf)
  const [first] = causes
  const isBlocked = first && causes.length === unhealthy.length && causes.every((cause) => !memberSet.has(cause))
  const state = members.map(({ id }) => own(id).state).reduce<State>(worse, 'healthy')
  return {
    name,
    state,
    status: isBlocked ? dependentStatus(state, state) : state,
    fine: members.length - unhealthy.length,
    total: readCount,
    ...(readCount < members.length ? { hidden: true } : {}),
    ...(isBlocked ? { waitsFor: objectAddress(first) } : {}),
  }
}

/** Expected but missing nodes of a pool count as unhealthy. */
function withMissing(part: DetailPart, pools: readonly PoolFacts[]): DetailPart {
  const expected = pools.reduce((sum, { nodes }) => sum + Math.max(nodes.expected ?? 0, nodes.seen), 0)
  if (part.hidden || expected <= part.total) return part
  const shortStates = pools.filter(({ nodes }) => nodes.seen < (nodes.expected ?? 0)).map(({ state }) => state)
  const state = shortStates.every((one) => isFine(one)) ? 'degraded' : shortStates.reduce<State>(worse, 'healthy')
  const worst = worse(part.state, state)
  return { ...part, total: expected, state: worst, status: part.status === 'blocked' ? part.status : worst }
}

/** An OpenStack service, or what belongs to its API. */
export const isService = ({ group, kind }: GraphNode) =>
  (group.endsWith('.openstack.c5c3.io') || group === 'cortex.c5c3.io') && !/Backend|SecretStore/.test(kind)

/** Existing services, pending ones, and requested ones whose kind is not installed. */
export function detailServices(
  assessment: Assessment,
  nodes: readonly GraphNode[],
  requested: readonly string[],
  isPending: (service: string) => boolean,
): readonly ServiceRow[] {
  const causeOf = causeFinder(assessment, phaseOrder)
  const services = nodes.filter(isService)
  const rows = services.filter(({ source }) => source !== 'unseen').map((node) => serviceRow(assessment, node, causeOf))
  const known = new Set(rows.map(({ service }) => service.toLowerCase()))
  const absent = requested.filter((name) => !known.has(name.toLowerCase()))
  const unreadNode = (service: string) =>
    services.find(({ kind, source }) => source === 'unseen' && kind.toLowerCase() === service.toLowerCase())
  return [
    ...rows.sort((a, b) => (a.service < b.service ? -1 : 1)),
    ...absent.map((name): ServiceRow => {
      const service = serviceKind(name).kind
      if (unreadNode(name)) return absentRow(service, 'unknown', unreadNode(name)?.hidden?.fault ?? 'not seen')
      if (isPending(name)) return absentRow(service, 'progressing', 'not there yet')
      return absentRow(service, 'not installed', 'requested, not installed')
    }),
  ]
}

const absentRow = (service: string, state: State, reason: string): ServiceRow => ({
  service,
  state,
  status: state,
  reason,
})

function serviceRow(assessment: Assessment, node: GraphNode, causeOf: (node: GraphNode) => GraphNode): ServiceRow {
  const { waitsFor, status } = nodeReport(assessment, node, causeOf)
  const { state, reason } = assessment.own(node.id)
  const release = releaseOf(node)
  const endpoint = textAt(node.object, 'status.endpoint')
  return {
    service: node.kind,
    name: node.name,
    state: worse(state, assessment.state(node.id)),
    status,
    ...(isFine(state) || !reason ? {} : { reason }),
    ...(release ? { release } : {}),
    ...(endpoint ? { endpoint } : {}),
    ...(waitsFor ? { waitsFor } : {}),
  }
}

/** During an upgrade only the service objects report progress; the ControlPlane repeats its spec. */
function releaseOf({ object }: GraphNode): string | undefined {
  const [installed, target, phase] = ['installedRelease', 'targetRelease', 'upgradePhase'].map((key) =>
    textAt(object, `status.${key}`),
  )
  if (!target || target === installed) return installed
  return `${installed ?? '?'} → ${target}${phase ? ` (${phase})` : ''}`
}
