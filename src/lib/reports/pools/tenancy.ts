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

/** An RBD pool of one tenant. Kubernetes does not know how full it is; `ceph df` does. */
export interface RbdPool {
  readonly name: string
  readonly state: State
  readonly deviceClass?: string
  readonly copies?: number
  readonly failureDomain?: string
  /** Maximum size; absent: limited only by Ceph's capacity. */
  readonly quota?: string
  readonly mirrored: boolean
  /** Services that store data there. */
  readonly usedBy: readonly string[]
}

/** What isolates one tenant in a pool. */
export interface PoolTenancy {
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  readonly state: State
  /** Host aggregates named after the tenant, with their number of hypervisors. */
  readonly aggregates?: readonly { readonly name: string; readonly hypervisors: number }[]
  readonly zones?: readonly string[]
  readonly rbdPools?: readonly RbdPool[]
  readonly clients?: readonly { readonly name: string; readonly state: State; readonly everyPool: boolean }[]
  /** What is not isolated. */
  readonly notes: readonly string[]
}

export function tenancyOf(view: PoolIndex, site: PoolSite, tenant: PoolUser): PoolTenancy {
  const { node } = tenant
  return {
    kind: node.kind,
    ...(node.namespace === undefined ? {} : { namespace: node.namespace }),
    name: node.name,
    state: view.assessment.state(node.id),
    notes: [],
    ...(site.type === 'hypervisor' ? hypervisorIsolation(view, site, tenant) : {}),
    ...(site.type === 'storage' ? cephIsolation(view, site, tenant) : {}),
  }
}

type IsolationFacts = Pick<PoolTenancy, 'aggregates' | 'zones' | 'rbdPools' | 'clients' | 'notes'>

function hypervisorIsolation(view: PoolIndex, site: PoolSite, tenant: PoolUser): IsolationFacts {
  const hypervisors = hypervisorsOf(view.world, site)
  const groups = hypervisors.map((each) => ({ each, own: ownAggregates(tenant, each) }))
  const aggregates = new Set(groups.flatMap(({ own }) => own))
  const zones = groups
    .filter(({ own }) => own.length > 0)
    .flatMap(({ each }) => labelAt(each.object, 'topology.kubernetes.io/zone') ?? [])
  const isSingleTenant = view.usersOf(site).length < 2
  return {
    aggregates: [...aggregates].sort().map((name) => ({
      name,
      hypervisors: groups.filter(({ own }) => own.includes(name)).length,
    })),
    zones: [...new Set(zones)].sort(),
    notes: hypervisors.length > 0 && aggregates.size === 0 && !isSingleTenant ? ['no host aggregate has its name'] : [],
  }
}

/** Host aggregates named after the tenant; no reference connects the two. */
export function ownAggregates({ names }: PoolUser, hypervisor: GraphNode): readonly string[] {
  return aggregatesOf(hypervisor).filter((name) => names.has(name))
}

/** The actual aggregates, or the desired ones while it has none. */
function aggregatesOf({ object }: GraphNode): readonly string[] {
  const names = listAt(object, 'status.aggregates').flatMap((each) => textAt(each, 'name') ?? [])
  return names.length > 0 ? names : textsAt(object, 'spec.aggregates')
}

function cephIsolation(view: PoolIndex, site: PoolSite, tenant: PoolUser): IsolationFacts {
  const clients = inPool(view, site, tenant, 'CephClient.ceph.rook.io').map((node) => ({
    name: node.name,
    state: view.assessment.own(node.id).state,
    everyPool: canOpenAllPools(node),
  }))
  const unrestricted = clients.filter(({ everyPool }) => everyPool)
  return {
    rbdPools: rbdPoolsOf(view, site, tenant),
    clients,
    notes: unrestricted.map(({ name }) => `CephClient ${name} may open every pool: its capabilities name none`),
  }
}

function canOpenAllPools({ object }: GraphNode): boolean {
  const caps = textAt(object, 'spec.caps.osd')?.split(',') ?? []
  return caps.some((cap) => !/\b(pool=\S|pool \S|tag \S)/.test(cap))
}

export function rbdPoolsOf(view: PoolIndex, site: PoolSite, tenant: PoolUser): readonly RbdPool[] {
  const claimedClass = textAt(site.claim?.object, 'spec.ceph.deviceClass')
  return inPool(view, site, tenant, 'CephBlockPool.ceph.rook.io').map((node) => {
    const { object, name, id } = node
    const deviceClass = textAt(object, 'spec.deviceClass') ?? claimedClass
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

/** Objects that Crossplane Objects create for the tenant; without any, those its services reference. */
function inPool({ assessment }: PoolIndex, site: PoolSite, { reach }: PoolUser, kind: string): readonly GraphNode[] {
  const { graph } = assessment
  const creatorsOf = ({ id }: GraphNode) =>
    graph.into(id).flatMap(({ from }) => {
      const creator = graph.nodes.get(from)
      return creator?.kind === 'Object' ? [creator] : []
    })
  const isInPool = (node: GraphNode) =>
    site.cluster
      ? node.cluster.label === site.cluster.label
      : creatorsOf(node).some(({ object }) => textAt(object, 'spec.providerConfigRef.name') === site.name)
  const matches = reach.filter((node) => kindName(node) === kind && isInPool(node))
  const created = matches.filter((node) => creatorsOf(node).length > 0)
  return (created.length > 0 ? created : matches).sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** A user is the service that references the pool, or the one the ControlPlane assigns it to. */
const USES: Readonly<Record<string, string>> = { volumes: 'Cinder', images: 'Glance', ephemeral: 'Nova' }

function usersOfRbd({ graph }: Assessment, { id }: GraphNode, { reach }: PoolUser): readonly string[] {
  const own = new Set(reach.map((node) => node.id))
  const users = graph.into(id).flatMap(({ from, path }) => {
    const user = graph.nodes.get(from)
    if (!user || !own.has(from)) return []
    if (user.group.endsWith('.openstack.c5c3.io')) return [user.kind]
    return USES[path.split('.').at(-1) ?? ''] ?? []
  })
  return [...new Set(users)].sort()
}
