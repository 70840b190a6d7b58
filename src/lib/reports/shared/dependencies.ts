// SPDX-License-Identifier: Apache-2.0
import type { Graph, GraphNode, NodeId } from '../../model/graph/graph.ts'

/** Everything a node stands on, itself first, in breadth order. */
export function dependenciesOf(graph: Graph, start: GraphNode): readonly GraphNode[] {
  const seen = new Set<NodeId>([start.id])
  const found = [start]
  for (let i = 0; i < found.length; i++) {
    for (const edge of graph.out((found[i] as GraphNode).id)) {
      const node = graph.nodes.get(edge.to)
      if (!node || seen.has(node.id)) continue
      seen.add(node.id)
      found.push(node)
    }
  }
  return found
}
