// SPDX-License-Identifier: Apache-2.0

import { poolName } from '../../kinds/claims/pool-members.ts'
import { isUnclaimed } from '../../kinds/crossplane/health-and-links.ts'
import type { Graph, GraphNode } from '../../model/graph/graph.ts'
import { kindName } from '../../model/graph/kind.ts'
import type { Gap } from '../../model/landscape/gap.ts'
import type { SeenCluster, Snapshot } from '../../model/landscape/snapshot.ts'
import { labelAt, textAt } from '../../model/object/fields.ts'

export type PoolType = 'control-plane' | 'hypervisor' | 'storage'

const POOL_TYPES: readonly PoolType[] = ['control-plane', 'hypervisor', 'storage']

/** The claim kind of each pool type. */
export const CLAIM_OF_POOL: Readonly<Record<PoolType, string>> = {
  'control-plane': 'ControlPlaneCluster',
  hypervisor: 'HypervisorCluster',
  storage: 'StorageCluster',
}

export const POOL_CLAIMS: readonly string[] = Object.values(CLAIM_OF_POOL).map((kind) => `${kind}.crossplane.c5c3.io`)

/** A pool with its claim and its cluster; at least one of the two is known. */
export interface PoolSite {
  readonly name: string
  readonly type: PoolType
  readonly region?: string
  /** The claim, or an unclaimed composite; may be a placeholder for a missing or unreadable object. */
  readonly claim?: GraphNode
  readonly cluster?: SeenCluster
}

/** The graph, the clusters that were read, and the gaps. */
export interface PoolContext {
  readonly graph: Graph
  readonly clusters: readonly SeenCluster[]
  readonly gaps: readonly Gap[]
  /** Objects of a kind by cluster label. */
  readonly byCluster: (kind: string) => ReadonlyMap<string, readonly GraphNode[]>
}

export function poolWorld(graph: Graph, { clusters, gaps }: Pick<Snapshot, 'clusters' | 'gaps'>): PoolContext {
  const cache = new Map<string, ReadonlyMap<string, readonly GraphNode[]>>()
  const byCluster = (kind: string) => {
    const groups = cache.get(kind) ?? Map.groupBy(graph.of(kind), ({ cluster }) => cluster.label)
    cache.set(kind, groups)
    return groups
  }
  return { graph, clusters, gaps, byCluster }
}

/** Every pool that is claimed, referenced or a member cluster; by region, then type, then name. */
export function poolSites(context: PoolContext): readonly PoolSite[] {
  const sites = POOL_TYPES.flatMap((type) => {
    const claimed = claimsOf(context.graph, type).map((claim) => claimedSite(context, type, claim))
    const claimedClusters = new Set(claimed.map(({ cluster }) => cluster?.label))
    return [...claimed, ...unclaimedSites(context, type).filter(({ cluster }) => !claimedClusters.has(cluster?.label))]
  })
  return sites.sort(
    (a, b) =>
      compare(a.region ?? '\uffff', b.region ?? '\uffff') ||
      POOL_TYPES.indexOf(a.type) - POOL_TYPES.indexOf(b.type) ||
      compare(a.name, b.name),
  )
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function claimsOf(graph: Graph, type: PoolType): readonly GraphNode[] {
  const kind = CLAIM_OF_POOL[type]
  return [...graph.nodes.values()].filter((node) => {
    if (node.group !== 'crossplane.c5c3.io') return false
    return node.kind === kind || (node.kind === `X${kind}` && node.object !== undefined && isUnclaimed(node.object))
  })
}

function claimedSite({ clusters }: PoolContext, type: PoolType, claim: GraphNode): PoolSite {
  const name = claim.object && type !== 'control-plane' ? poolName(claim.object) : claim.name
  const region = textAt(claim.object, 'spec.region')
  const cluster = clusterNamed(clusters, type, [name, textAt(claim.object, 'status.clusterName'), region])
  return { name, type, ...(region ? { region } : {}), claim, ...(cluster ? { cluster } : {}) }
}

/** A pool's cluster has the name of the pool; a control plane's often that of its region. */
function clusterNamed(clusters: readonly SeenCluster[], type: PoolType, names: readonly (string | undefined)[]) {
  const candidates = type === 'control-plane' ? names : names.slice(0, 1)
  for (const name of candidates) {
    const found = clusters.find(({ cluster }) => cluster.roles.some((r) => r.role === type && r.name === name))
    if (found) return found
  }
  return undefined
}

/** Member clusters without a claim: CobaltCore without Crossplane, or claims that could not be read. */
function unclaimedSites(context: PoolContext, type: PoolType): readonly PoolSite[] {
  return context.clusters.flatMap((cluster) =>
    cluster.cluster.roles
      .filter(({ role }) => role === type)
      .map(({ name }) => {
        const region = regionOf(context, cluster)
        return { name, type, ...(region ? { region } : {}), cluster }
      }),
  )
}

/** The region label, if all nodes of a cluster agree. */
function regionOf({ byCluster }: PoolContext, { label }: SeenCluster): string | undefined {
  const nodes = byCluster('Node').get(label) ?? []
  const regions = new Set(nodes.map(({ object }) => labelAt(object, 'topology.kubernetes.io/region')))
  return regions.size === 1 ? [...regions][0] : undefined
}

/** Objects of a kind in a pool's cluster, live or cached; of several API groups the first that has any. */
export function membersOf(
  context: PoolContext,
  { cluster, claim }: PoolSite,
  ...kinds: string[]
): readonly GraphNode[] {
  const { graph, byCluster } = context
  if (cluster) return kinds.map((kind) => byCluster(kind).get(cluster.label) ?? []).find(isSome) ?? []
  const linked = claim ? graph.out(claim.id).flatMap(({ to }) => graph.nodes.get(to) ?? []) : []
  return kinds.map((kind) => linked.filter((node) => node.object && kindName(node) === kind)).find(isSome) ?? []
}

const isSome = ({ length }: readonly GraphNode[]) => length > 0

/** Why objects of a kind in a pool's cluster may be unknown; undefined if they were read. */
export function hiddenIn({ gaps }: PoolContext, { cluster }: PoolSite, kind: string): string | undefined {
  if (!cluster) return 'its cluster is unknown'
  return gaps.find((gap) => gap.cluster === cluster.label && (gap.kind === undefined || gap.kind === kind))?.message
}
