// SPDX-License-Identifier: Apache-2.0
import type { Graph, GraphNode, NodeId } from '../../model/graph/graph.ts'
import { kindName } from '../../model/graph/kind.ts'
import { OPERATORS, type Operator } from '../../model/landscape/operators.ts'

/** Crossplane writes the status of composites (see OPERATORS) and also reconciles the claims themselves. */
const CLAIMS: Readonly<Record<string, string>> = {
  'OpenStackCluster.c5c3.io': 'crossplane',
  'HypervisorCluster.crossplane.c5c3.io': 'crossplane',
  'StorageCluster.crossplane.c5c3.io': 'crossplane',
  Node: 'hypervisor-operator',
}

const operatorOf = (node: GraphNode): Operator | undefined => {
  const name = kindName(node)
  return OPERATORS.find((one) => one.writes.includes(name) || one.name === CLAIMS[name])
}

/** The operator of an object, or of the nearest object that owns it, with that object. */
export function responsibleFor(
  graph: Graph,
  subject: GraphNode,
): { readonly operator: Operator; readonly through: GraphNode } | undefined {
  const seen = new Set<NodeId>([subject.id])
  const queue = [subject]
  for (let node = queue.shift(); node !== undefined; node = queue.shift()) {
    const operator = operatorOf(node)
    if (operator) return { operator, through: node }
    for (const { from, rel } of graph.into(node.id)) {
      const owner = graph.nodes.get(from)
      if ((rel !== 'owns' && rel !== 'creates') || !owner || seen.has(owner.id)) continue
      seen.add(owner.id)
      queue.push(owner)
    }
  }
  return undefined
}

/** An object and everything it created, directly or indirectly, in any cluster; not what it only uses. */
export function madeBy(graph: Graph, subject: GraphNode): readonly GraphNode[] {
  const created = new Map<NodeId, GraphNode>([[subject.id, subject]])
  for (const node of created.values())
    for (const { to, rel } of graph.out(node.id)) {
      const next = graph.nodes.get(to)
      if ((rel === 'owns' || rel === 'creates') && next?.source === 'live') created.set(next.id, next)
    }
  return [...created.values()]
}
