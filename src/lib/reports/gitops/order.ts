// SPDX-License-Identifier: Apache-2.0
import type { Edge, Graph, GraphNode, NodeId } from '../../model/graph/graph.ts'

/** Where something stands in the order in which Flux gets to it. */
export interface ReconcileOrder {
  /** 1 for what waits for nothing, 0 for what is no part of the order. */
  readonly step: number
  /** What must be ready before, of the same set. */
  readonly after: readonly GraphNode[]
  /** It waits for itself over others: Flux never gets to it. */
  readonly circular?: true
}

/** The order of sources, Kustomizations and HelmReleases: each one step behind the last of those it waits for. */
export function orderOf(graph: Graph, nodes: readonly GraphNode[]): (node: GraphNode) => ReconcileOrder {
  const members = new Map(nodes.map((node) => [node.id, node]))
  const after = new Map(nodes.map(({ id }) => [id, before(graph, id, members)]))
  const steps = new Map<NodeId, number>()
  let left = [...members.keys()]
  for (let step = 1; left.length > 0; step++) {
    const ready = left.filter((id) => after.get(id)?.every((other) => steps.has(other.id)))
    if (ready.length === 0) break
    for (const id of ready) steps.set(id, step)
    left = left.filter((id) => !steps.has(id))
  }
  const last = Math.max(0, ...steps.values()) + 1
  return ({ id }) => {
    const waits = after.get(id)
    // the controllers stand before all they work on
    if (!waits) return { step: 0, after: [] }
    const isLate = !steps.has(id)
    return { step: steps.get(id) ?? last, after: waits, ...(isLate && isCircular(id, after) ? { circular: true } : {}) }
  }
}

/** What waits behind a circle is not in it. */
function isCircular(id: NodeId, after: ReadonlyMap<NodeId, readonly GraphNode[]>): boolean {
  const reached = new Set<NodeId>(after.get(id)?.map((node) => node.id))
  for (const each of reached) for (const node of after.get(each) ?? []) reached.add(node.id)
  return reached.has(id)
}

function before(graph: Graph, id: NodeId, members: ReadonlyMap<NodeId, GraphNode>): readonly GraphNode[] {
  const targets = new Set(graph.out(id).flatMap((edge) => (isBefore(edge) ? edge.to : [])))
  return [...targets].flatMap((to) => members.get(to) ?? [])
}

/** A source, what dependsOn names, and the chart that was made for a release; not what it applies itself. */
const isBefore = ({ rel, path }: Edge) => rel === 'depends-on' || path === 'status.helmChart'
