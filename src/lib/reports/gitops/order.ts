// SPDX-License-Identifier: Apache-2.0
import type { Edge, Graph, GraphNode, NodeId } from '../../model/graph/graph.ts'

/** Position in the order in which Flux reconciles. */
export interface ReconcileOrder {
  /** 1 without dependencies; 0 outside the order. */
  readonly step: number
  /** Members of the same set that must be ready first. */
  readonly after: readonly GraphNode[]
  /** Part of a dependency cycle: Flux never reconciles it. */
  readonly circular?: true
}

/** Order of sources, Kustomizations and HelmReleases: each comes one step after its last dependency. */
export function orderOf(graph: Graph, nodes: readonly GraphNode[]): (node: GraphNode) => ReconcileOrder {
  const members = new Map(nodes.map((node) => [node.id, node]))
  const after = new Map(nodes.map(({ id }) => [id, dependenciesOf(graph, id, members)]))
  const steps = new Map<NodeId, number>()
  let remaining = [...members.keys()]
  for (let step = 1; remaining.length > 0; step++) {
    const ready = remaining.filter((id) => after.get(id)?.every((other) => steps.has(other.id)))
    if (ready.length === 0) break
    for (const id of ready) steps.set(id, step)
    remaining = remaining.filter((id) => !steps.has(id))
  }
  const last = Math.max(0, ...steps.values()) + 1
  return ({ id }) => {
    const dependencies = after.get(id)
    // controllers are not part of the order
    if (!dependencies) return { step: 0, after: [] }
    const isUnordered = !steps.has(id)
    return {
      step: steps.get(id) ?? last,
      after: dependencies,
      ...(isUnordered && isCircular(id, after) ? { circular: true } : {}),
    }
  }
}

/** An object that depends on a cycle is not part of it. */
function isCircular(id: NodeId, after: ReadonlyMap<NodeId, readonly GraphNode[]>): boolean {
  const reached = new Set<NodeId>(after.get(id)?.map((node) => node.id))
  for (const each of reached) for (const node of after.get(each) ?? []) reached.add(node.id)
  return reached.has(id)
}

function dependenciesOf(graph: Graph, id: NodeId, members: ReadonlyMap<NodeId, GraphNode>): readonly GraphNode[] {
  const targets = new Set(graph.out(id).flatMap((edge) => (isOrdering(edge) ? edge.to : [])))
  return [...targets].flatMap((to) => members.get(to) ?? [])
}

/** Its source, its dependsOn, and the HelmChart created for a release; not what it applies. */
const isOrdering = ({ rel, path }: Edge) => rel === 'depends-on' || path === 'status.helmChart'
