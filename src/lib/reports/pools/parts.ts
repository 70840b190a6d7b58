// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine, severity, worse } from '../../model/graph/health.ts'
import { kindName } from '../../model/graph/kind.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { countAt, textAt } from '../../model/object/fields.ts'
import type { State } from '../../model/report/report.ts'
import { fluxInto } from '../shared/flux-targets.ts'
import { ageOf, type NodeReport, nameOf, nodeReport } from '../shared/object-row.ts'
import type { PoolIndex } from './pool-index.ts'
import { membersOf, type PoolSite } from './sites.ts'

/** Objects of one kind that a pool consists of: unhealthy ones listed, others counted. */
export interface PoolPart {
  readonly name: string
  readonly kind: string
  readonly state: State
  readonly fine: number
  /** Known objects; with `hidden` there may be more. */
  readonly total: number
  /** Why objects may be missing from the counts. */
  readonly hidden?: string
  readonly cluster: string
  /** Namespace/name if there is exactly one. */
  readonly object?: string
  readonly detail?: string
  readonly problems: readonly NodeReport[]
}

interface Family {
  readonly name: string
  readonly members: readonly GraphNode[]
}

/** From the claim down to the agents, in the order of creation; empty families are left out. */
export function poolParts(view: PoolIndex, site: PoolSite, snapshot: Snapshot): readonly PoolPart[] {
  return [
    ...claimChain(view, site),
    ...clusterFamilies(view, site),
    { name: 'GitOps', members: gitOps(view, site, snapshot) },
  ]
    .flatMap(({ name, members }) =>
      [...Map.groupBy(members, (node) => `${node.kind} ${node.cluster.label}`).values()].map((set) => ({
        name,
        members: set,
      })),
    )
    .map((family) => partOf(view.assessment, family))
}

/** Follows references from the claim: composites, Objects, Shoot, machines, servers. */
function claimChain(view: PoolIndex, { claim }: PoolSite): readonly Family[] {
  const { graph } = view.assessment
  if (!claim) return []
  const targetsOf = (nodes: readonly GraphNode[], isMember: (node: GraphNode) => boolean) => {
    const targets = nodes.flatMap(({ id }) => graph.out(id).flatMap(({ to }) => graph.nodes.get(to) ?? []))
    return [...new Set(targets.filter(isMember))]
  }
  const composites = targetsOf([claim], ({ group, kind }) => group === 'crossplane.c5c3.io' && kind.startsWith('X'))
  const top = composites.length > 0 ? composites : [claim]
  const objects = targetsOf(top, ({ group, kind }) => kind === 'Object' && group.endsWith('crossplane.io'))
  const shoots = targetsOf([...top, ...objects], ({ kind }) => kind === 'Shoot')
  const claims = targetsOf(shoots, ({ kind }) => kind === 'ServerClaim')
  return [
    { name: 'claim', members: [claim] },
    { name: 'composite', members: composites },
    { name: 'managed', members: objects },
    { name: 'cluster', members: shoots },
    { name: 'machines', members: targetsOf([claim], ({ kind }) => kind === 'MachinePool') },
    { name: 'servers', members: claims },
    { name: 'servers', members: targetsOf(claims, ({ kind }) => kind === 'Server') },
  ]
}

const FAMILIES: readonly (readonly [string, readonly string[]])[] = [
  ['nodes', ['Node']],
  ['hypervisors', ['Hypervisor.kvm.cloud.sap', 'Hypervisor.hypervisor.c5c3.io']],
  ['evictions', ['Eviction.kvm.cloud.sap', 'Eviction.hypervisor.c5c3.io']],
  ['network', ['OVNChassis.ovn.c5c3.io']],
  ['network', ['OVSNode.ovs.c5c3.io']],
  ['agents', ['DaemonSet.apps']],
  ['Ceph', ['CephCluster.ceph.rook.io']],
  ['Ceph', ['CephBlockPool.ceph.rook.io']],
  ['Ceph', ['CephClient.ceph.rook.io']],
  ['Ceph', ['CephFilesystem.ceph.rook.io']],
  ['Ceph', ['CephObjectStore.ceph.rook.io']],
  ['arbiter', ['RemoteCluster.ceph.cobaltcore.sap.com', 'RemoteCluster.ceph.c5c3.io']],
  ['arbiter', ['RemoteArbiter.ceph.cobaltcore.sap.com', 'RemoteArbiter.ceph.c5c3.io']],
]

const CONTROL_PLANE_FAMILIES = new Set(['nodes', 'agents'])

/** Objects in the pool's own cluster, and placeholders for those that are missing or unreadable. */
function clusterFamilies({ assessment, world }: PoolIndex, site: PoolSite): readonly Family[] {
  const { graph } = assessment
  const linked = site.claim ? graph.out(site.claim.id).flatMap(({ to }) => graph.nodes.get(to) ?? []) : []
  return FAMILIES.filter(([name]) => site.type !== 'control-plane' || CONTROL_PLANE_FAMILIES.has(name)).map(
    ([name, kinds]) => {
      const placeholders = linked.filter((node) => !node.object && kinds.includes(kindName(node)))
      return { name, members: [...membersOf(world, site, ...kinds), ...placeholders] }
    },
  )
}

/** Flux objects that apply to the pool's cluster, from inside or from another cluster. */
function gitOps({ assessment }: PoolIndex, { cluster }: PoolSite, snapshot: Snapshot): readonly GraphNode[] {
  return cluster ? fluxInto(assessment.graph, snapshot, new Set([cluster.label])) : []
}

function partOf(assessment: Assessment, { name, members }: Family): PoolPart {
  const [first] = members as [GraphNode]
  const states = members.map(({ id }) => assessment.own(id).state)
  const detail = detailOf(assessment, members)
  const unknown = members.find(isKindPlaceholder)
  const total = members.filter((node) => !isKindPlaceholder(node)).length
  return {
    name,
    kind: first.kind,
    state: combineStates(states),
    fine: states.filter(isFine).length,
    total,
    ...(unknown?.hidden ? { hidden: unknown.hidden.message } : {}),
    cluster: first.cluster.label,
    ...(total === 1 && members.length === 1 ? { object: nameOf(first).slice(first.kind.length + 1) } : {}),
    ...(detail ? { detail } : {}),
    problems: members
      .filter(({ id }) => !isFine(assessment.own(id).state))
      .map((node) => nodeReport(assessment, node))
      .sort((a, b) => severity(b.own) - severity(a.own) || (a.name < b.name ? -1 : 1)),
  }
}

/** The placeholder for all objects of a kind that could not be listed. */
const isKindPlaceholder = ({ name, object }: GraphNode) => name === '*' && object === undefined

/** The worst state; but a member in maintenance, suspended or off does not change that of healthy ones. */
function combineStates(states: readonly State[]): State {
  const worst = states.reduce<State>(worse, 'healthy')
  return isFine(worst) && states.includes('healthy') ? 'healthy' : worst
}

function detailOf(assessment: Assessment, members: readonly GraphNode[]): string {
  const [first] = members
  if (!first) return ''
  if (first.kind === 'Shoot' && members.length === 1) return lastOperation(first, assessment.now)
  if (first.kind === 'CephCluster' && members.length === 1) return textAt(first.object, 'status.ceph.health') ?? ''
  if (first.kind === 'DaemonSet') return members.map(({ name }) => name).join(', ')
  const inMaintenance = members.filter(({ id }) => assessment.own(id).state === 'maintenance').length
  return inMaintenance > 0 ? `${inMaintenance} in maintenance` : ''
}

/** Parts that the claim does not reference and therefore does not include in its state. */
const UNCLAIMED = new Set(['agents', 'Ceph', 'evictions', 'GitOps'])

/**
 * States the parts add to that of the pool: a failed part with healthy members only degrades it. Evictions and RBD
 * pools in progress do not count.
 */
export function partStates({ claim }: PoolSite, parts: readonly PoolPart[]): readonly State[] {
  return parts
    .filter(({ name }) => !claim || UNCLAIMED.has(name))
    .filter(
      ({ name, state, fine }) => state !== 'progressing' || !(name === 'evictions' || (name === 'Ceph' && fine > 0)),
    )
    .map(({ state, fine }) => (state === 'failed' && fine > 0 ? 'degraded' : state))
}

/** Gardener's last operation on a Shoot. */
function lastOperation({ object }: GraphNode, now: number): string {
  const path = 'status.lastOperation'
  const [type, state] = [textAt(object, `${path}.type`), textAt(object, `${path}.state`)]
  if (!type || !state) return 'no operation yet'
  const [progress, age] = [countAt(object, `${path}.progress`), ageOf(textAt(object, `${path}.lastUpdateTime`), now)]
  const share = progress === undefined || progress === 100 ? '' : ` ${progress}%`
  return `${type} ${state}${share}${age ? `, ${age} ago` : ''}`
}
