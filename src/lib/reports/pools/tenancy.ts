// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { kindName } from '../../model/graph/kind.ts'
import { countAt, flagAt, labelAt, listAt, textAt, textsAt } from '../../model/object/fields.ts'
import type { State } from '../../model/report/report.ts'
import { hypervisorsOf } from './amounts.ts'
import type { PoolIndex } from './pool-index.ts'
import type { PoolSite } from './sites.ts'
import type { PoolUser } from './tenants.ts'

/** An RBD pool of one tenant. How full it is, Kubernetes does not know: that takes ceph df. */
export interface RbdPool {
  readonly name: string
  readonly state: State
  readonly deviceClass?: string
  readonly copies?: number
  readonly failureDomain?: string
  /** The largest it may become; absent: as large as Ceph has room. */
  readonly quota?: string
  readonly mirrored: boolean
  /** The services that keep something there. */
  readonly usedBy: readonly string[]
}

/** What keeps one tenant apart from the others in a pool. */
export interface PoolTenancy {
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  readonly state: State
  /** Host aggregates that bear its name, with the hypervisors in them. */
  readonly aggregates?: readonly { readonly name: string; readonly hypervisors: number }[]
  /** Availability zones of those hypervisors. */
  readonly zones?: readonly string[]
  readonly rbdPools?: readonly RbdPool[]
  readonly clients?: readonly { readonly name: string; readonly state: State; readonly everyPool: boolean }[]
  /** What does not keep it apart. */
  readonly notes: readonly string[]
}

/** What isolates a tenant in this pool: aggregates and zones of hypervisors, RBD pools and clients of Ceph. */
export function tenancyOf(view: PoolIndex, site: PoolSite, tenant: PoolUser): PoolTenancy {
  const { node } = tenant
  return {
    kind: node.kind,
    ...(node.namespace === undefined ? {} : { namespace: node.namespace }),
    name: node.name,
    state: view.assessment.state(node.id),
    notes: [],
    ...(site.type === 'hypervisor' ? onHypervisors(view, site, tenant) : {}),
    ...(site.type === 'storage' ? onCeph(view, site, tenant) : {}),
  }
}

type Kept = Pick<PoolTenancy, 'aggregates' | 'zones' | 'rbdPools' | 'clients' | 'notes'>

function onHypervisors(view: PoolIndex, site: PoolSite, tenant: PoolUser): Kept {
  const hypervisors = hypervisorsOf(view.world, site)
  const groups = hypervisors.map((each) => ({ each, mine: ownAggregates(tenant, each) }))
  const found = new Set(groups.flatMap(({ mine }) => mine))
  const zones = groups
    .filter(({ mine }) => mine.length > 0)
    .flatMap(({ each }) => labelAt(each.object, 'topology.kubernetes.io/zone') ?? [])
  const alone = view.usersOf(site).length < 2
  return {
    aggregates: [...found].sort().map((name) => ({
      name,
      hypervisors: groups.filter(({ mine }) => mine.includes(name)).length,
    })),
    zones: [...new Set(zones)].sort(),
    notes: hypervisors.length > 0 && found.size === 0 && !alone ? ['no host aggregate bears its name'] : [],
  }
}

/** The host aggregates of a hypervisor that bear the name of a tenant: nothing refers from one to the other. */
export function ownAggregates({ names }: PoolUser, hypervisor: GraphNode): readonly string[] {
  return aggregatesOf(hypervisor).filter((name) => names.has(name))
}

/** Those it is in; those it should be in while nobody has put it anywhere yet. */
function aggregatesOf({ object }: GraphNode): readonly string[] {
  const names = listAt(object, 'status.aggregates').flatMap((each) => textAt(each, 'name') ?? [])
  return names.length > 0 ? names : textsAt(object, 'spec.aggregates')
}

function onCeph(view: PoolIndex, site: PoolSite, tenant: PoolUser): Kept {
  const clients = inPool(view, site, tenant, 'CephClient.ceph.rook.io').map((node) => ({
    name: node.name,
    state: view.assessment.own(node.id).state,
    everyPool: mayOpenAll(node),
  }))
  const open = clients.filter(({ everyPool }) => everyPool)
  return {
    rbdPools: rbdPoolsOf(view, site, tenant),
    clients,
    notes: open.map(({ name }) => `CephClient ${name} may open every pool: its capabilities name none`),
  }
}

function mayOpenAll({ object }: GraphNode): boolean {
  const caps = textAt(object, 'spec.caps.osd')?.split(',') ?? []
  return caps.some((cap) => !/\b(pool=\S|pool \S|tag \S)/.test(cap))
}

/** The RBD pools of one tenant in one storage pool. */
export function rbdPoolsOf(view: PoolIndex, site: PoolSite, tenant: PoolUser): readonly RbdPool[] {
  const asked = textAt(site.claim?.object, 'spec.ceph.deviceClass')
  return inPool(view, site, tenant, 'CephBlockPool.ceph.rook.io').map((node) => {
    const { object, name, id } = node
    const deviceClass = textAt(object, 'spec.deviceClass') ?? asked
    const copies = countAt(object, 'spec.replicated.size')
    const failureDomain = textAt(object, 'spec.failureDomain')
    const quota = textAt(object, 'spec.quotas.maxSize')
    return {
      name,
      state: view.assessment.own(id).state,
      ...(deviceClass ? { deviceClass } : {}),
      ...(copies === undefined ? {} : { copies }),
      ...(failureDomain ? { failureDomain } : {}),
      ...(quota ? { quota } : {}),
      mirrored: flagAt(object, 'spec.mirroring.enabled') === true,
      usedBy: usersOfRbd(view.assessment, node, tenant),
    }
  })
}

/** What the claim makes there, by its Objects; without any, what its services refer to. */
function inPool({ assessment }: PoolIndex, site: PoolSite, { reach }: PoolUser, kind: string): readonly GraphNode[] {
  const { graph } = assessment
  const makers = ({ id }: GraphNode) =>
    graph.into(id).flatMap(({ from }) => {
      const maker = graph.nodes.get(from)
      return maker?.kind === 'Object' ? [maker] : []
    })
  const there = (node: GraphNode) =>
    site.cluster
      ? node.cluster.label === site.cluster.label
      : makers(node).some(({ object }) => textAt(object, 'spec.providerConfigRef.name') === site.name)
  const found = reach.filter((node) => kindName(node) === kind && there(node))
  const made = found.filter((node) => makers(node).length > 0)
  return (made.length > 0 ? made : found).sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** By the service's own reference, or by the use that the ControlPlane gives the pool. */
const USES: Readonly<Record<string, string>> = { volumes: 'Cinder', images: 'Glance', ephemeral: 'Nova' }

function usersOfRbd({ graph }: Assessment, { id }: GraphNode, { reach }: PoolUser): readonly string[] {
  const mine = new Set(reach.map((node) => node.id))
  const users = graph.into(id).flatMap(({ from, path }) => {
    const user = graph.nodes.get(from)
    if (!user || !mine.has(from)) return []
    if (user.group.endsWith('.openstack.c5c3.io')) return [user.kind]
    return USES[path.split('.').at(-1) ?? ''] ?? []
  })
  return [...new Set(users)].sort()
}
