// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../model/assessment.ts'
import { countAt, textAt } from '../model/fields.ts'
import type { GraphNode } from '../model/graph.ts'
import { isFine } from '../model/health.ts'
import { kindName } from '../model/kind.ts'
import type { State } from '../model/report.ts'

export interface Capacity {
  readonly totalBytes: number
  readonly usedBytes: number
}

/** A hypervisor or storage pool: what it has, how it is, who uses it. */
export interface Pool {
  readonly name: string
  readonly type: 'hypervisor' | 'storage'
  readonly region?: string
  readonly state: State
  readonly nodes: { readonly ready: number; readonly seen: number; readonly expected?: number }
  readonly ceph?: { readonly health?: string; readonly capacity?: Capacity }
  readonly tenants: readonly string[]
}

const POOLS = [
  ['HypervisorCluster.crossplane.c5c3.io', 'hypervisor'],
  ['StorageCluster.crossplane.c5c3.io', 'storage'],
] as const

/** Every pool that was claimed, hypervisors first. */
export function poolsOf(assessment: Assessment): readonly Pool[] {
  return POOLS.flatMap(([kind, type]) => assessment.graph.of(kind).map((node) => poolOf(assessment, node, type)))
}

function poolOf(assessment: Assessment, node: GraphNode, type: Pool['type']): Pool {
  const { graph, state } = assessment
  const region = textAt(node.object, 'spec.region')
  const ceph = targets(assessment, node, 'CephCluster.ceph.rook.io')[0]
  return {
    name: textAt(node.object, 'spec.name') ?? node.name,
    type,
    ...(region ? { region } : {}),
    state: state(node.id),
    nodes: nodesOf(assessment, node),
    ...(ceph ? { ceph: cephOf(ceph) } : {}),
    tenants: graph
      .into(node.id)
      .flatMap((edge) => graph.nodes.get(edge.from) ?? [])
      .filter((from) => kindName(from) === 'OpenStackCluster.c5c3.io')
      .map(({ name }) => name)
      .sort(),
  }
}

function nodesOf(assessment: Assessment, pool: GraphNode): Pool['nodes'] {
  const nodes = targets(assessment, pool, 'Node')
  const expected = countAt(pool.object, 'spec.workers')
  return {
    ready: nodes.filter(({ id }) => isFine(assessment.own(id).state)).length,
    seen: nodes.length,
    ...(expected === undefined ? {} : { expected }),
  }
}

function targets({ graph }: Assessment, node: GraphNode, kind: string): readonly GraphNode[] {
  return graph.out(node.id).flatMap((edge) => {
    const target = graph.nodes.get(edge.to)
    return target?.object && kindName(target) === kind ? [target] : []
  })
}

function cephOf({ object }: GraphNode): NonNullable<Pool['ceph']> {
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
