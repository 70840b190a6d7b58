// SPDX-License-Identifier: Apache-2.0
import type { Graph, GraphNode, NodeId } from '../../model/graph/graph.ts'
import { kindName } from '../../model/graph/kind.ts'

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

/** Read only as evidence or by some commands: whether they were read must not change the number of objects. */
const ON_DEMAND: ReadonlySet<string> = new Set([
  'Secret',
  'ConfigMap',
  'Event',
  'Pod',
  'CustomResourceDefinition.apiextensions.k8s.io',
])

/** The dependencies that every command counts as objects of an OpenStack cluster. */
export const countedObjects = (nodes: readonly GraphNode[]): readonly GraphNode[] =>
  nodes.filter((node) => !ON_DEMAND.has(kindName(node)))
