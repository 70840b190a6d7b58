// SPDX-License-Identifier: Apache-2.0
import { normaliseControlPlane } from '../../kinds/c5c3-operator/spec.ts'
import { isUnclaimed } from '../../kinds/crossplane/health-and-links.ts'
import type { Graph, GraphNode, NodeId } from '../../model/graph/graph.ts'
import { kindName } from '../../model/graph/kind.ts'
import type { Gap } from '../../model/landscape/gap.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { textAt } from '../../model/object/fields.ts'
import type { PoolSite } from './sites.ts'

/** An OpenStack cluster that uses pools: a claim, an unclaimed composite, or a ControlPlane without either. */
export interface PoolUser {
  readonly node: GraphNode
  readonly region?: string
  /** Claims of the pools it references, existing or not. */
  readonly poolClaims: ReadonlySet<NodeId>
  /** Pools that a ControlPlane references by name. */
  readonly poolNames: { readonly hypervisor: readonly string[]; readonly storage: readonly string[] }
  /** Names of its claim, composite and ControlPlane. */
  readonly names: ReadonlySet<string>
  /** Clusters of its ControlPlane. */
  readonly planes: ReadonlySet<string>
  /** Its own objects and their direct dependencies; not what lies behind a pool, which other tenants share. */
  readonly reach: readonly GraphNode[]
}

/** Claims and composites first, then standalone ControlPlanes. */
export function tenantsOf(graph: Graph): readonly PoolUser[] {
  const claims = graph.of(CLAIM)
  const composites = graph.of(COMPOSITE).filter(({ object }) => object && isUnclaimed(object))
  const claimed = [...claims, ...composites].map((node) => tenantOf(graph, node))
  const reached = new Set(claimed.flatMap(({ reach }) => reach.map(({ id }) => id)))
  const standalone = graph.of(CONTROL_PLANE).filter(({ id }) => !reached.has(id))
  return [...claimed, ...standalone.map((node) => tenantOf(graph, node))]
}

const CLAIM = 'OpenStackCluster.c5c3.io'
const COMPOSITE = 'XOpenStackCluster.c5c3.io'
const CONTROL_PLANE = 'ControlPlane.c5c3.io'

function tenantOf(graph: Graph, node: GraphNode): PoolUser {
  const region = textAt(node.object, 'spec.region') ?? textAt(node.object, 'spec.global.region')
  const reachable = ownReach(graph, node)
  const planes = reachable.filter((each) => kindName(each) === CONTROL_PLANE && each.object)
  const targets = [node, ...planes].flatMap(({ id }) => graph.out(id).flatMap(({ to }) => graph.nodes.get(to) ?? []))
  return {
    node,
    ...(region ? { region } : {}),
    poolClaims: new Set(targets.filter(isPool).map(({ id }) => id)),
    names: new Set(
      [node, ...reachable.filter((each) => NAMED_AFTER_TENANT.has(kindName(each)))].map(({ name }) => name),
    ),
    planes: new Set(planes.map(({ cluster }) => cluster.label)),
    poolNames: namesOf(kindName(node) === CONTROL_PLANE ? node : undefined),
    reach: reachable,
  }
}

const NAMED_AFTER_TENANT = new Set([COMPOSITE, CONTROL_PLANE])

const isPool = ({ group }: GraphNode) => group === 'crossplane.c5c3.io'

/** Its own objects and one step further: what those depend on may be shared. */
function ownReach(graph: Graph, start: GraphNode): readonly GraphNode[] {
  const visited = new Map([[start.id, start]])
  for (const node of visited.values()) {
    if (node !== start && !isOwn(node)) continue
    for (const { to } of graph.out(node.id)) {
      const next = graph.nodes.get(to)
      if (next && !isPool(next)) visited.set(next.id, next)
    }
  }
  return [...visited.values()]
}

const OWN = new Set([COMPOSITE, CONTROL_PLANE, 'Object.kubernetes.crossplane.io', 'Object.kubernetes.m.crossplane.io'])

const isOwn = (node: GraphNode) => OWN.has(kindName(node)) || node.group.endsWith('.openstack.c5c3.io')

function namesOf(plane: GraphNode | undefined): PoolUser['poolNames'] {
  return plane?.object ? normaliseControlPlane(plane.object).pools : { hypervisor: [], storage: [] }
}

/** Tenants that reference a pool or, for a control plane, run there. */
export function tenantsIn(tenants: readonly PoolUser[], site: PoolSite): readonly PoolUser[] {
  return tenants.filter(({ poolClaims, poolNames, planes }) => {
    if (site.claim && poolClaims.has(site.claim.id)) return true
    if (site.type !== 'control-plane') return poolNames[site.type].includes(site.name)
    return site.cluster !== undefined && planes.has(site.cluster.label)
  })
}

/** Why the tenants of a pool may be unknown; undefined if all claims were read. */
export function tenantsHidden({ clusters, gaps }: Pick<Snapshot, 'clusters' | 'gaps'>): string | undefined {
  const management = clusters.filter(({ cluster }) => cluster.roles.some(({ role }) => role === 'management'))
  if (management.length === 0) return 'no management cluster is known'
  const hidesClaims = (gap: Gap) =>
    management.some(({ label }) => label === gap.cluster) && (gap.kind === undefined || gap.kind === CLAIM)
  return gaps.find(hidesClaims)?.message
}

export const tenantName = ({ node }: PoolUser): string =>
  node.namespace === undefined ? node.name : `${node.namespace}/${node.name}`
