// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../../model/graph/assessment.ts'
import type { Edge, GraphNode, NodeId } from '../../model/graph/graph.ts'
import { isFine, severity } from '../../model/graph/health.ts'
import { phaseOrder } from '../shared/phase-order.ts'
import type { TreeOptions } from './report.ts'

export interface TreeChild {
  readonly node: GraphNode
  readonly edge: Edge
}

/** The visible children of a node, in display order. */
export function childrenOf(assessment: Assessment, options: TreeOptions, { id }: GraphNode): readonly TreeChild[] {
  const { onlyProblems, reverse } = options
  return visible(assessment, options, id, new Set([id]))
    .filter(({ node }) => !onlyProblems || reverse || !isFine(assessment.state(node.id)))
    .sort((a, b) => compareNodes(assessment, a.node, b.node))
}

/** The next nodes of the requested kinds; nodes of other kinds are skipped, not their children. */
function visible(
  { graph }: Assessment,
  { reverse, kinds }: TreeOptions,
  id: NodeId,
  visited: Set<NodeId>,
): TreeChild[] {
  const children: TreeChild[] = []
  const queue = [id]
  for (let current = queue.pop(); current !== undefined; current = queue.pop()) {
    for (const edge of reverse ? graph.into(current) : graph.out(current)) {
      const node = graph.nodes.get(reverse ? edge.from : edge.to)
      if (!node || visited.has(node.id)) continue
      visited.add(node.id)
      if (kinds.length === 0 || kinds.includes(node.kind.toLowerCase())) children.push({ node, edge })
      else queue.push(node.id)
    }
  }
  return children
}

/** Problems first, root causes before affected nodes; then by phase, kind and name. */
export function compareNodes({ own, state }: Assessment, a: GraphNode, b: GraphNode): number {
  const hasOwnProblem = ({ id }: GraphNode) => Number(!isFine(own(id).state))
  return (
    severity(state(b.id)) - severity(state(a.id)) ||
    hasOwnProblem(b) - hasOwnProblem(a) ||
    phaseOrder(a) - phaseOrder(b) ||
    (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : a.id < b.id ? -1 : 1)
  )
}
