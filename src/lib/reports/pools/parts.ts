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

/** A family of objects that a pool consists of: those that are not well one by one, the others counted. */
export interface PoolPart {
  readonly name: string
  readonly kind: string
  readonly state: State
  readonly fine: number
  /** Those that are known; with hidden there may be more. */
  readonly total: number
  /** Why they are not all known. */
  readonly hidden?: string
  readonly cluster: string
  /** Namespace/name of the one there is. */
  readonly object?: string
  /** What is worth knowing of them besides. */
  readonly detail?: string
  readonly problems: readonly NodeReport[]
}

interface Family {
  readonly name: string
  readonly members: readonly GraphNode[]
}

/** From the claim down to the agents, in the order in which one is made from the other. Empty families are left out. */
export function poolParts(view: PoolIndex, site: PoolSite, snapshot: Snapshot): readonly PoolPart[] {
  return [...chain(view, site), ...inCluster(view, site), { name: 'GitOps', members: gitOps(view, site, snapshot) }]
    .flatMap(({ name, members }) =>
      [...Map.groupBy(members, (node) => `${node.kind} ${node.cluster.label}`).values()].map((set) => ({
        name,
        members: set,
      })),
    )
    .map((family) => partOf(view.assessment, family))
}

/** Each step follows the references of the one before. */
function chain(view: PoolIndex, { claim }: PoolSite): readonly Family[] {
  const { graph } = view.assessment
  if (!claim) return []
  const below = (nodes: readonly GraphNode[], belongs: (node: GraphNode) => boolean) => {
    const found = nodes.flatMap(({ id }) => graph.out(id).flatMap(({ to }) => graph.nodes.get(to) ?? []))
    return [...new Set(found.filter(belongs))]
  }
  const composites = below([claim], ({ group, kind }) => group === 'crossplane.c5c3.io' && kind.startsWith('X'))
  const top = composites.length > 0 ? composites : [claim]
  const objects = below(top, ({ group, kind }) => kind === 'Object' && group.endsWith('crossplane.io'))
  const shoots = below([...top, ...objects], ({ kind }) => kind === 'Shoot')
  const claims = below(shoots, ({ kind }) => kind === 'ServerClaim')
  return [
    { name: 'claim', members: [claim] },
    { name: 'composite', members: composites },
    { name: 'managed', members: objects },
    { name: 'cluster', members: shoots },
    { name: 'machines', members: below([claim], ({ kind }) => kind === 'MachinePool') },
    { name: 'servers', members: claims },
    { name: 'servers', members: below(claims, ({ kind }) => kind === 'Server') },
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

/** What is in the pool's own cluster, and what should be there and was not seen. */
function inCluster({ assessment, world }: PoolIndex, site: PoolSite): readonly Family[] {
  const { graph } = assessment
  const linked = site.claim ? graph.out(site.claim.id).flatMap(({ to }) => graph.nodes.get(to) ?? []) : []
  return FAMILIES.filter(([name]) => site.type !== 'control-plane' || CONTROL_PLANE_FAMILIES.has(name)).map(
    ([name, kinds]) => {
      const ghosts = linked.filter((node) => !node.object && kinds.includes(kindName(node)))
      return { name, members: [...membersOf(world, site, ...kinds), ...ghosts] }
    },
  )
}

/** What Flux applies to the pool's cluster, from there or from afar. */
function gitOps({ assessment }: PoolIndex, { cluster }: PoolSite, snapshot: Snapshot): readonly GraphNode[] {
  return cluster ? fluxInto(assessment.graph, snapshot, new Set([cluster.label])) : []
}

function partOf(assessment: Assessment, { name, members }: Family): PoolPart {
  const [first] = members as [GraphNode]
  const states = members.map(({ id }) => assessment.own(id).state)
  const detail = detailOf(assessment, members)
  const unknown = members.find(isAll)
  const total = members.filter((node) => !isAll(node)).length
  return {
    name,
    kind: first.kind,
    state: together(states),
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

/** What stands for every object of a kind that could not be listed. */
const isAll = ({ name, object }: GraphNode) => name === '*' && object === undefined

/** The worst of them; but one that rests by somebody's wish says nothing of the others. */
function together(states: readonly State[]): State {
  const worst = states.reduce<State>(worse, 'healthy')
  return isFine(worst) && states.includes('healthy') ? 'healthy' : worst
}

function detailOf(assessment: Assessment, members: readonly GraphNode[]): string {
  const [first] = members
  if (!first) return ''
  if (first.kind === 'Shoot' && members.length === 1) return lastOperation(first, assessment.now)
  if (first.kind === 'CephCluster' && members.length === 1) return textAt(first.object, 'status.ceph.health') ?? ''
  if (first.kind === 'DaemonSet') return members.map(({ name }) => name).join(', ')
  const resting = members.filter(({ id }) => assessment.own(id).state === 'maintenance').length
  return resting > 0 ? `${resting} in maintenance` : ''
}

/** Parts that no claim refers to; the others it counts itself, where there is one. */
const UNCLAIMED = new Set(['agents', 'Ceph', 'evictions', 'GitOps'])

/**
 * What the parts add to the state of a pool: one of several that is lost degrades it. An eviction under way and an RBD
 * pool that is being made are somebody else's progress.
 */
export function partStates({ claim }: PoolSite, parts: readonly PoolPart[]): readonly State[] {
  return parts
    .filter(({ name }) => !claim || UNCLAIMED.has(name))
    .filter(
      ({ name, state, fine }) => state !== 'progressing' || !(name === 'evictions' || (name === 'Ceph' && fine > 0)),
    )
    .map(({ state, fine }) => (state === 'failed' && fine > 0 ? 'degraded' : state))
}

/** What Gardener did last, and when. */
export function lastOperation({ object }: GraphNode, now: number): string {
  const at = 'status.lastOperation'
  const [type, state] = [textAt(object, `${at}.type`), textAt(object, `${at}.state`)]
  if (!type || !state) return 'no operation yet'
  const [progress, age] = [countAt(object, `${at}.progress`), ageOf(textAt(object, `${at}.lastUpdateTime`), now)]
  const share = progress === undefined || progress === 100 ? '' : ` ${progress}%`
  return `${type} ${state}${share}${age ? `, ${age} ago` : ''}`
}
