// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../../model/graph/assessment.ts'
import type { Graph, GraphNode } from '../../model/graph/graph.ts'
import { worse } from '../../model/graph/health.ts'
import { fieldAt, labelAt, labelIn } from '../../model/object/fields.ts'
import type { State } from '../../model/report/report.ts'
import { membersOf, type PoolContext, type PoolSite } from '../pools/sites.ts'

/** A machine and the objects that make it a hypervisor. */
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

/** The hosts of a pool by name: its nodes, and Hypervisors without a node. */
export function hypervisorHosts(context: PoolContext, site: PoolSite): readonly Host[] {
  const { graph } = context
  const nodes = membersOf(context, site, 'Node')
  const hypervisors = membersOf(context, site, ...HYPERVISORS)
  const byName = new Map(hypervisors.map((one) => [one.name, one]))
  // a cluster with other roles has nodes that are not hypervisors
  const hasOnlyHypervisors = site.cluster?.cluster.roles.every(({ role }) => role === 'hypervisor') !== false
  const machines = nodes.filter(
    (node) => hasOnlyHypervisors || byName.has(node.name) || labelAt(node.object, DRIVER) !== undefined,
  )
  const known = new Set(machines.map(({ name }) => name))
  const withoutNode = hypervisors.filter(({ name }) => !known.has(name))
  const hosts = [
    ...machines.map((node) => hostOf(graph, site, node, byName.get(node.name))),
    ...withoutNode.map((hypervisor) => hostOf(graph, site, undefined, hypervisor)),
  ]
  return hosts.sort((a, b) => (a.name < b.name ? -1 : 1))
}

const HYPERVISORS = ['Hypervisor.kvm.cloud.sap', 'Hypervisor.hypervisor.c5c3.io']

/** Node label that the hypervisor operator acts on. */
const DRIVER = 'nova.openstack.cloud.sap/virt-driver'

function hostOf(graph: Graph, site: PoolSite, node: GraphNode | undefined, named: GraphNode | undefined): Host {
  const linked = targetsOf(graph, node)
  const hypervisor = named ?? linked.find(({ kind }) => kind === 'Hypervisor')
  const related = targetsOf(graph, hypervisor)
  const evictions = related.filter(({ kind, object }) => kind === 'Eviction' && object)
  const moved = evictions.flatMap((eviction) => targetsOf(graph, eviction))
  const all = moved.length === 0 ? related : [...new Set([...related, ...moved])]
  const migrations = all.filter(({ kind, object }) => kind === 'Migration' && object)
  const chassis = linked.find(({ kind }) => kind === 'OVNChassis')
  const ovs = linked.find(({ kind }) => kind === 'OVSNode')
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
  const targets: GraphNode[] = []
  for (const { to } of node ? graph.out(node.id) : []) {
    const target = graph.nodes.get(to)
    if (target) targets.push(target)
  }
  return targets
}

/** All objects of a host that a check can have findings about. */
export function partsOfHost({ node, hypervisor, chassis, ovs, evictions, migrations }: Host): readonly GraphNode[] {
  const parts = [node, hypervisor, chassis, ovs].filter((one) => one !== undefined)
  return evictions.length + migrations.length === 0 ? parts : [...parts, ...evictions, ...migrations]
}

/** The worst state of its parts. Progressing evictions are part of maintenance; only stuck or failed ones count. */
export function hostState({ own }: Assessment, { node, hypervisor, chassis, ovs, evictions }: Host): State {
  let state: State = hypervisor ? 'healthy' : 'unknown'
  for (const one of [node, hypervisor, chassis, ovs]) if (one) state = worse(state, own(one.id).state)
  for (const { id } of evictions) if (own(id).state !== 'progressing') state = worse(state, own(id).state)
  return state
}

/** Labels that the hypervisor operator copies from a node to its Hypervisor. */
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

/** Labels of a node that the other object should carry and does not. */
export function missingParts(
  node: GraphNode | undefined,
  other: GraphNode | undefined,
  keys: readonly string[] = COPIED,
): readonly string[] {
  const labels = fieldAt(node?.object, 'metadata.labels')
  const others = fieldAt(other?.object, 'metadata.labels')
  return keys.filter((key) => {
    const value = labelIn(labels, key)
    return value !== undefined && labelIn(others, key) !== value
  })
}
