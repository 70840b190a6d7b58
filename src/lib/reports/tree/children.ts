// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../../model/graph/assessment.ts'
import type { Edge, GraphNode, NodeId } from '../../model/graph/graph.ts'
import { isFine, severity } from '../../model/graph/health.ts'
import { phaseOrder } from '../shared/phase-order.ts'
import type { TreeOptions } from './report.ts'

/** From a node to one below it. */
export interface TreeChild {
  readonly node: GraphNode
  readonly edge: Edge
}

/** What is drawn below a node, in order. */
export function childrenOf(assessment: Assessment, options: TreeOptions, { id }: GraphNode): readonly TreeChild[] {
  const { onlyProblems, reverse } = options
  return visible(assessment, options, id, new Set([id]))
    .filter(({ node }) => !onlyProblems || reverse || !isFine(assessment.state(node.id)))
    .sort((a, b) => compareNodes(assessment, a.node, b.node))
}

/** The next nodes of the wanted kinds; others are passed through. */
function visible({ graph }: Assessment, { reverse, kinds }: TreeOptions, id: NodeId, seen: Set<NodeId>): TreeChild[] {
  const found: TreeChild[] = []
  const queue = [id]
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    for (const edge of reverse ? graph.into(at) : graph.out(at)) {
      const node = graph.nodes.get(reverse ? edge.from : edge.to)
      if (!node || seen.has(node.id)) continue
      seen.add(node.id)
      if (kinds.length === 0 || kinds.includes(node.kind.toLowerCase())) found.push({ node, edge })
      else queue.push(node.id)
    }
  }
  return found
}

/** Problems first, those that say so before those that do not; then as an OpenStack comes up, by kind and by name. */
export function compareNodes({ own, state }: Assessment, a: GraphNode, b: GraphNode): number {
  const says = ({ id }: GraphNode) => Number(!isFine(own(id).state))
  return (
    severity(state(b.id)) - severity(state(a.id)) ||
    says(b) - says(a) ||
    phaseOrder(a) - phaseOrder(b) ||
    (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : a.id < b.id ? -1 : 1)
  )
}
