// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../../model/graph/assessment.ts'
import type { Graph, GraphNode } from '../../model/graph/graph.ts'
import { isFine, worse } from '../../model/graph/health.ts'
import type { SeenCluster, Snapshot } from '../../model/landscape/snapshot.ts'
import { countAt, textAt } from '../../model/object/fields.ts'
import type { State } from '../../model/report/report.ts'
import { hiddenIn, membersOf, type PoolContext, type PoolSite, type PoolType, poolSites, poolWorld } from './sites.ts'
import { tenantsIn, tenantsOf } from './tenants.ts'

export interface Capacity {
  readonly totalBytes: number
  readonly usedBytes: number
}

export interface PoolNodes {
  readonly ready: number
  readonly seen: number
  readonly expected?: number
  /** Ready, but somebody takes them out of service. */
  readonly maintenance?: number
  /** Why they are not all known. */
  readonly hidden?: string
}

/** A hypervisor or storage pool: what it has, how it is, who uses it. */
export interface PoolFacts {
  readonly name: string
  readonly type: PoolType
  readonly region?: string
  /** Its own cluster, if it is among those known. */
  readonly cluster?: string
  readonly state: State
  /** Why it is in that state, if it says so itself. */
  readonly reason?: string
  readonly nodes: PoolNodes
  readonly ceph?: { readonly health?: string; readonly capacity?: Capacity }
  readonly tenants: readonly string[]
}

/** Every pool that was claimed, referred to or is a cluster of its own: hypervisors first. */
export function poolsOf(
  assessment: Assessment,
  snapshot: Pick<Snapshot, 'clusters' | 'gaps'> = { clusters: clustersOf(assessment.graph), gaps: [] },
): readonly PoolFacts[] {
  const world = poolWorld(assessment.graph, snapshot)
  const tenants = tenantsOf(world.graph)
  return poolSites(world)
    .filter(({ type }) => type !== 'control-plane')
    .map((site) =>
      poolFacts(
        assessment,
        world,
        site,
        tenantsIn(tenants, site)
          .map(({ node }) => node.name)
          .sort(),
      ),
    )
    .sort((a, b) => (a.type < b.type ? -1 : a.type > b.type ? 1 : 0))
}

function clustersOf(graph: Graph): readonly SeenCluster[] {
  return [...new Map([...graph.nodes.values()].map(({ cluster }) => [cluster.label, cluster])).values()]
}

/** What is known of one pool. */
export function poolFacts(
  assessment: Assessment,
  world: PoolContext,
  site: PoolSite,
  tenants: readonly string[],
): PoolFacts {
  const nodes = nodesOf(assessment, world, site)
  const ceph = membersOf(world, site, 'CephCluster.ceph.rook.io')[0]
  const reason = site.claim && assessment.own(site.claim.id)
  return {
    name: site.name,
    type: site.type,
    ...(site.region ? { region: site.region } : {}),
    ...(site.cluster ? { cluster: site.cluster.label } : {}),
    state: stateOf(assessment, world, site, nodes),
    ...(reason && !isFine(reason.state) && reason.reason ? { reason: reason.reason } : {}),
    nodes,
    ...(ceph && site.type === 'storage' ? { ceph: cephOf(ceph) } : {}),
    tenants,
  }
}

function nodesOf(assessment: Assessment, world: PoolContext, site: PoolSite): PoolNodes {
  const nodes = membersOf(world, site, 'Node')
  const states = nodes.map(({ id }) => assessment.own(id).state)
  const expected = countAt(site.claim?.object, 'spec.workers')
  const hidden = hiddenIn(world, site, 'Node')
  const maintenance = states.filter((state) => state === 'maintenance').length
  return {
    ready: states.filter(isFine).length,
    seen: nodes.length,
    ...(expected === undefined ? {} : { expected }),
    ...(maintenance > 0 ? { maintenance } : {}),
    ...(hidden === undefined ? {} : { hidden }),
  }
}

/** By its claim, which knows its members; without one, and for what no claim counts, by the members themselves. */
function stateOf(assessment: Assessment, world: PoolContext, site: PoolSite, nodes: PoolNodes): State {
  const short = nodes.ready < (nodes.expected ?? nodes.seen)
  const counted: State = nodes.hidden !== undefined ? 'unknown' : short ? 'degraded' : 'healthy'
  if (site.claim && site.type !== 'control-plane') return assessment.state(site.claim.id)
  if (site.claim) return worse(assessment.state(site.claim.id), counted)
  const ceph = membersOf(world, site, 'CephCluster.ceph.rook.io').map(({ id }) => assessment.state(id))
  const seen = nodes.seen > 0 || ceph.length > 0
  return ceph.reduce(worse, seen ? counted : worse(counted, 'unknown'))
}

function cephOf({ object }: GraphNode): NonNullable<PoolFacts['ceph']> {
  const health = textAt(object, 'status.ceph.health')
  const [totalBytes, usedBytes] = [
    countAt(object, 'status.ceph.capacity.bytesTotal'),
    countAt(object, 'status.ceph.capacity.bytesUsed'),
  ]
  return {
    ...(health ? { health } : {}),
    ...(totalBytes && usedBytes !== undefined ? { capacity: { totalBytes, usedBytes } } : {}),
  }
}
