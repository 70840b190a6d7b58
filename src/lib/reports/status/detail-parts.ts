// SPDX-License-Identifier: Apache-2.0
import { causeFinder } from '../../assess/root-cause-path.ts'
import { serviceKind } from '../../kinds/openstack/service.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine, worse } from '../../model/graph/health.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { textAt } from '../../model/object/fields.ts'
import type { State } from '../../model/report/report.ts'
import type { PoolFacts } from '../pools/facts.ts'
import { fluxInto } from '../shared/flux-targets.ts'
import { nodeReport, objectAddress } from '../shared/object-row.ts'
import { phaseOrder } from '../shared/phase-order.ts'

/** A family of objects under one OpenStack: how many there are and how many are well. */
export interface DetailPart {
  readonly name: string
  readonly state: State
  readonly fine: number
  /** Those that were seen, or that there should be. */
  readonly total: number
  /** A gap hides more of them. */
  readonly hidden?: true
  /** KIND/NAMESPACE/NAME@CLUSTER of what explains that they are not well, when it is none of them. */
  readonly waitsFor?: string
}

/** An OpenStack service as it runs, not as it was asked for. */
export interface ServiceRow {
  readonly service: string
  readonly name?: string
  readonly state: State
  readonly reason?: string
  /** What is installed; during an upgrade "2025.2 → 2026.1 (Expanding)". */
  readonly release?: string
  readonly endpoint?: string
  /** KIND/NAMESPACE/NAME@CLUSTER of what explains that it is not well, when that is not itself. */
  readonly waitsFor?: string
}

const PARTS: readonly (readonly [string, (node: GraphNode) => boolean])[] = [
  ['Ceph', ({ group }) => group === 'ceph.rook.io'],
  ['Hypervisors', ({ kind }) => kind === 'Hypervisor'],
  ['Nodes', ({ kind }) => kind === 'Node'],
  ['OVN', ({ group }) => group === 'ovn.c5c3.io' || group === 'ovs.c5c3.io'],
  ['Databases and queues', ({ group }) => DATA.has(group)],
  ['K-ORC', ({ group }) => group === 'openstack.k-orc.cloud'],
  ['Secret sync', ({ group }) => group === 'external-secrets.io'],
  ['GitOps', ({ group }) => group.endsWith('.fluxcd.io')],
]

const DATA = new Set(['k8s.mariadb.com', 'rabbitmq.com', 'cache.cs.sap.com', 'memcached.c5c3.io'])

/** The families that occur, in a fixed order. Flux applies from above: whatever it brings to one of its clusters counts. */
export function detailParts(
  assessment: Assessment,
  nodes: readonly GraphNode[],
  snapshot: Pick<Snapshot, 'addresses'>,
  pools: readonly PoolFacts[] = [],
): readonly DetailPart[] {
  const labels = new Set(nodes.map(({ cluster }) => cluster.label))
  const all = new Set([...nodes, ...fluxInto(assessment.graph, snapshot, labels)])
  const causeOf = causeFinder(assessment, phaseOrder)
  return PARTS.flatMap(([name, belongs]) => {
    const members = [...all].filter(belongs)
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
  const bad = members.filter(({ id }) => !isFine(own(id).state))
  const seen = members.filter(({ source }) => source !== 'unseen').length
  const mine = new Set(members)
  const causes = bad.filter(({ id }) => own(id).state !== 'unknown').map(causeOf)
  const [first] = causes
  const waits = first && causes.length === bad.length && causes.every((cause) => !mine.has(cause))
  return {
    name,
    state: members.map(({ id }) => own(id).state).reduce<State>(worse, 'healthy'),
    fine: members.length - bad.length,
    total: seen,
    ...(seen < members.length ? { hidden: true } : {}),
    ...(waits ? { waitsFor: objectAddress(first) } : {}),
  }
}

/** Nodes that a pool should have and nobody sees are not well either. */
function withMissing(part: DetailPart, pools: readonly PoolFacts[]): DetailPart {
  const expected = pools.reduce((sum, { nodes }) => sum + Math.max(nodes.expected ?? 0, nodes.seen), 0)
  if (part.hidden || expected <= part.total) return part
  const short = pools.filter(({ nodes }) => nodes.seen < (nodes.expected ?? 0)).map(({ state }) => state)
  const state = short.every((one) => isFine(one)) ? 'degraded' : short.reduce<State>(worse, 'healthy')
  return { ...part, total: expected, state: worse(part.state, state) }
}

const isService = ({ group, kind }: GraphNode) =>
  (group.endsWith('.openstack.c5c3.io') || group === 'cortex.c5c3.io') && !/Backend|SecretStore/.test(kind)

/** The services there are, those that are still to come, and those that were asked for and have no kind here. */
export function detailServices(
  assessment: Assessment,
  nodes: readonly GraphNode[],
  requested: readonly string[],
  isToCome: (service: string) => boolean,
): readonly ServiceRow[] {
  const causeOf = causeFinder(assessment, phaseOrder)
  const services = nodes.filter(isService)
  const rows = services.filter(({ source }) => source !== 'unseen').map((node) => serviceRow(assessment, node, causeOf))
  const known = new Set(rows.map(({ service }) => service.toLowerCase()))
  const absent = requested.filter((name) => !known.has(name.toLowerCase()))
  const hidden = (service: string) =>
    services.find(({ kind, source }) => source === 'unseen' && kind.toLowerCase() === service.toLowerCase())
  return [
    ...rows.sort((a, b) => (a.service < b.service ? -1 : 1)),
    ...absent.map((name): ServiceRow => {
      const service = serviceKind(name).kind
      if (hidden(name)) return { service, state: 'unknown', reason: hidden(name)?.hidden?.fault ?? 'not seen' }
      if (isToCome(name)) return { service, state: 'progressing', reason: 'not there yet' }
      return { service, state: 'not installed', reason: 'requested, not installed' }
    }),
  ]
}

function serviceRow(assessment: Assessment, node: GraphNode, causeOf: (node: GraphNode) => GraphNode): ServiceRow {
  const { waitsFor } = nodeReport(assessment, node, causeOf)
  const { state, reason } = assessment.own(node.id)
  const release = releaseOf(node)
  const endpoint = textAt(node.object, 'status.endpoint')
  return {
    service: node.kind,
    name: node.name,
    state: worse(state, assessment.state(node.id)),
    ...(isFine(state) || !reason ? {} : { reason }),
    ...(release ? { release } : {}),
    ...(endpoint ? { endpoint } : {}),
    ...(waitsFor ? { waitsFor } : {}),
  }
}

/** The children tell the truth of an upgrade; the ControlPlane repeats its own wish. */
function releaseOf({ object }: GraphNode): string | undefined {
  const [installed, target, phase] = ['installedRelease', 'targetRelease', 'upgradePhase'].map((key) =>
    textAt(object, `status.${key}`),
  )
  if (!target || target === installed) return installed
  return `${installed ?? '?'} → ${target}${phase ? ` (${phase})` : ''}`
}
