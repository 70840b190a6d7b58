// SPDX-License-Identifier: Apache-2.0
import { normaliseControlPlane } from '../../kinds/c5c3-operator/spec.ts'
import { isUnclaimed } from '../../kinds/crossplane/health-and-links.ts'
import type { Graph, GraphNode, NodeId } from '../../model/graph/graph.ts'
import { kindName } from '../../model/graph/kind.ts'
import type { Gap } from '../../model/landscape/gap.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { textAt } from '../../model/object/fields.ts'
import type { PoolSite } from './sites.ts'

const CLAIM = 'OpenStackCluster.c5c3.io'
const COMPOSITE = 'XOpenStackCluster.c5c3.io'
const CONTROL_PLANE = 'ControlPlane.c5c3.io'

/** Somebody who uses pools: a claim, a composite that nobody claims, or a ControlPlane that neither reaches. */
export interface PoolUser {
  readonly node: GraphNode
  readonly region?: string
  /** The claims of the pools it names, whether they exist or not. */
  readonly poolClaims: ReadonlySet<NodeId>
  /** The pools a ControlPlane names itself. */
  readonly poolNames: { readonly hypervisor: readonly string[]; readonly storage: readonly string[] }
  /** What its claim, its composite and its ControlPlane are called. */
  readonly names: ReadonlySet<string>
  /** The clusters its ControlPlane is in. */
  readonly planes: ReadonlySet<string>
  /** Its own objects and what they use directly: never what is behind a pool, which others use as well. */
  readonly reach: readonly GraphNode[]
}

/** Every tenant there is, claims first, each by name. */
export function tenantsOf(graph: Graph): readonly PoolUser[] {
  const claims = graph.of(CLAIM)
  const composites = graph.of(COMPOSITE).filter(({ object }) => object && isUnclaimed(object))
  const claimed = [...claims, ...composites].map((node) => tenantOf(graph, node))
  const reached = new Set(claimed.flatMap(({ reach }) => reach.map(({ id }) => id)))
  const alone = graph.of(CONTROL_PLANE).filter(({ id }) => !reached.has(id))
  return [...claimed, ...alone.map((node) => tenantOf(graph, node))]
}

function tenantOf(graph: Graph, node: GraphNode): PoolUser {
  const region = textAt(node.object, 'spec.region') ?? textAt(node.object, 'spec.global.region')
  const own = ownReach(graph, node)
  const planes = own.filter((each) => kindName(each) === CONTROL_PLANE && each.object)
  const targets = [node, ...planes].flatMap(({ id }) => graph.out(id).flatMap(({ to }) => graph.nodes.get(to) ?? []))
  return {
    node,
    ...(region ? { region } : {}),
    poolClaims: new Set(targets.filter(isPool).map(({ id }) => id)),
    names: new Set([node, ...own.filter((each) => NAMED.has(kindName(each)))].map(({ name }) => name)),
    planes: new Set(planes.map(({ cluster }) => cluster.label)),
    poolNames: namesOf(kindName(node) === CONTROL_PLANE ? node : undefined),
    reach: own,
  }
}

const NAMED = new Set([COMPOSITE, CONTROL_PLANE])

const isPool = ({ group }: GraphNode) => group === 'crossplane.c5c3.io'

/** Its objects, and one step further: what they use may be everybody's. */
function ownReach(graph: Graph, start: GraphNode): readonly GraphNode[] {
  const found = new Map([[start.id, start]])
  for (const node of found.values()) {
    if (node !== start && !isOwn(node)) continue
    for (const { to } of graph.out(node.id)) {
      const next = graph.nodes.get(to)
      if (next && !isPool(next)) found.set(next.id, next)
    }
  }
  return [...found.values()]
}

const OWN = new Set([COMPOSITE, CONTROL_PLANE, 'Object.kubernetes.crossplane.io', 'Object.kubernetes.m.crossplane.io'])

const isOwn = (node: GraphNode) => OWN.has(kindName(node)) || node.group.endsWith('.openstack.c5c3.io')

function namesOf(plane: GraphNode | undefined): PoolUser['poolNames'] {
  return plane?.object ? normaliseControlPlane(plane.object).pools : { hypervisor: [], storage: [] }
}

/** Those who use a pool: they name it, or, for a control plane, live there. */
export function tenantsIn(tenants: readonly PoolUser[], site: PoolSite): readonly PoolUser[] {
  return tenants.filter(({ poolClaims, poolNames, planes }) => {
    if (site.claim && poolClaims.has(site.claim.id)) return true
    if (site.type !== 'control-plane') return poolNames[site.type].includes(site.name)
    return site.cluster !== undefined && planes.has(site.cluster.label)
  })
}

/** Why nobody can say who uses a pool; undefined when all claims were read. */
export function tenantsHidden({ clusters, gaps }: Pick<Snapshot, 'clusters' | 'gaps'>): string | undefined {
  const management = clusters.filter(({ cluster }) => cluster.roles.some(({ role }) => role === 'management'))
  if (management.length === 0) return 'no management cluster is known'
  const hides = (gap: Gap) =>
    management.some(({ label }) => label === gap.cluster) && (gap.kind === undefined || gap.kind === CLAIM)
  return gaps.find(hides)?.message
}

/** Namespace/name, as people write it. */
export const tenantName = ({ node }: PoolUser): string =>
  node.namespace === undefined ? node.name : `${node.namespace}/${node.name}`
