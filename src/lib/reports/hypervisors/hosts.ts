// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../../model/graph/assessment.ts'
import type { Graph, GraphNode } from '../../model/graph/graph.ts'
import { worse } from '../../model/graph/health.ts'
import { fieldAt, labelAt, labelIn } from '../../model/object/fields.ts'
import type { State } from '../../model/report/report.ts'
import { membersOf, type PoolContext, type PoolSite } from '../pools/sites.ts'

const HYPERVISORS = ['Hypervisor.kvm.cloud.sap', 'Hypervisor.hypervisor.c5c3.io']

/** The label of nodes that the hypervisor operator looks after. */
const DRIVER = 'nova.openstack.cloud.sap/virt-driver'

/** A machine with all that makes it a hypervisor. */
export interface Host {
  readonly name: string
  readonly site: PoolSite
  readonly node?: GraphNode
  readonly hypervisor?: GraphNode
  readonly chassis?: GraphNode
  readonly ovs?: GraphNode
  readonly evictions: readonly GraphNode[]
  readonly migrations: readonly GraphNode[]
}

/** The hosts of a pool by name: its nodes, and hypervisors that have none. */
export function hypervisorHosts(world: PoolContext, site: PoolSite): readonly Host[] {
  const { graph } = world
  const nodes = membersOf(world, site, 'Node')
  const hypervisors = membersOf(world, site, ...HYPERVISORS)
  const byName = new Map(hypervisors.map((one) => [one.name, one]))
  // a cluster that does other work as well has nodes that are no hosts
  const isOnlyHosts = site.cluster?.cluster.roles.every(({ role }) => role === 'hypervisor') !== false
  const machines = nodes.filter(
    (node) => isOnlyHosts || byName.has(node.name) || labelAt(node.object, DRIVER) !== undefined,
  )
  const known = new Set(machines.map(({ name }) => name))
  const bare = hypervisors.filter(({ name }) => !known.has(name))
  const hosts = [
    ...machines.map((node) => hostOf(graph, site, node, byName.get(node.name))),
    ...bare.map((hypervisor) => hostOf(graph, site, undefined, hypervisor)),
  ]
  return hosts.sort((a, b) => (a.name < b.name ? -1 : 1))
}

function hostOf(graph: Graph, site: PoolSite, node: GraphNode | undefined, found: GraphNode | undefined): Host {
  const below = targetsOf(graph, node)
  const hypervisor = found ?? below.find(({ kind }) => kind === 'Hypervisor')
  const work = targetsOf(graph, hypervisor)
  const evictions = work.filter(({ kind, object }) => kind === 'Eviction' && object)
  const moved = evictions.flatMap((eviction) => targetsOf(graph, eviction))
  const all = moved.length === 0 ? work : [...new Set([...work, ...moved])]
  const migrations = all.filter(({ kind, object }) => kind === 'Migration' && object)
  const chassis = below.find(({ kind }) => kind === 'OVNChassis')
  const ovs = below.find(({ kind }) => kind === 'OVSNode')
  return {
    name: node?.name ?? hypervisor?.name ?? '',
    site,
    ...(node ? { node } : {}),
    ...(hypervisor ? { hypervisor } : {}),
    ...(chassis ? { chassis } : {}),
    ...(ovs ? { ovs } : {}),
    evictions,
    migrations,
  }
}

function targetsOf(graph: Graph, node: GraphNode | undefined): readonly GraphNode[] {
  const found: GraphNode[] = []
  for (const { to } of node ? graph.out(node.id) : []) {
    const target = graph.nodes.get(to)
    if (target) found.push(target)
  }
  return found
}

/** Everything of a host that checks may have found something about. */
export function partsOfHost({ node, hypervisor, chassis, ovs, evictions, migrations }: Host): readonly GraphNode[] {
  const parts = [node, hypervisor, chassis, ovs].filter((one) => one !== undefined)
  return evictions.length + migrations.length === 0 ? parts : [...parts, ...evictions, ...migrations]
}

/**
 * How a host is: the worst of its parts, each by itself. That instances move away is part of maintenance; only an
 * eviction that gets nowhere counts.
 */
export function hostState({ own }: Assessment, { node, hypervisor, chassis, ovs, evictions }: Host): State {
  let state: State = hypervisor ? 'healthy' : 'unknown'
  for (const one of [node, hypervisor, chassis, ovs]) if (one) state = worse(state, own(one.id).state)
  for (const { id } of evictions) if (own(id).state !== 'progressing') state = worse(state, own(id).state)
  return state
}

/** Labels that the operator copies from a node to its Hypervisor, where the node has them. */
const COPIED: readonly string[] = [
  'kubernetes.io/hostname',
  'kubernetes.metal.cloud.sap/bb',
  'kubernetes.metal.cloud.sap/cluster',
  'kubernetes.metal.cloud.sap/name',
  'kubernetes.metal.cloud.sap/type',
  'topology.kubernetes.io/region',
  'topology.kubernetes.io/zone',
  'worker.garden.sapcloud.io/group',
  'worker.gardener.cloud/pool',
]

/** Labels of a node that something made from it should carry as well, and does not. */
export function missingParts(
  node: GraphNode | undefined,
  other: GraphNode | undefined,
  which: readonly string[] = COPIED,
): readonly string[] {
  const labels = fieldAt(node?.object, 'metadata.labels')
  const others = fieldAt(other?.object, 'metadata.labels')
  return which.filter((key) => {
    const value = labelIn(labels, key)
    return value !== undefined && labelIn(others, key) !== value
  })
}
