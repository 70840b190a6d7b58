// SPDX-License-Identifier: Apache-2.0
import type { Graph, GraphNode, NodeId } from '../../model/graph/graph.ts'

/** All dependencies of a node, itself first, breadth first. */
export function dependenciesOf(graph: Graph, start: GraphNode): readonly GraphNode[] {
  const visited = new Set<NodeId>([start.id])
  const dependencies = [start]
  for (let i = 0; i < dependencies.length; i++) {
    for (const edge of graph.out((dependencies[i] as GraphNode).id)) {
      const node = graph.nodes.get(edge.to)
      if (!node || visited.has(node.id)) continue
      visited.add(node.id)
      dependencies.push(node)
    }
  }
  return dependencies
}
