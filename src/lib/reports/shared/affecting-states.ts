// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode, NodeId } from '../../model/graph/graph.ts'
import type { State } from '../../model/report/report.ts'

/** Nodes whose problems affect a node; excludes redundant members and problems of co-tenants. */
export function affectingStates({ troubles }: Assessment, { id: start }: GraphNode): ReadonlySet<NodeId> {
  const affecting = new Set([start])
  for (const id of affecting) for (const { to } of troubles(id)) affecting.add(to)
  return affecting
}

/** The state of a node, plus `progressing` if an unknown dependency hides it. */
export function verdictStates(assessment: Assessment, node: GraphNode): readonly State[] {
  const state = assessment.state(node.id)
  if (state !== 'unknown') return [state]
  const isProgressing = [...affectingStates(assessment, node)].some((id) => assessment.own(id).state === 'progressing')
  return isProgressing ? [state, 'progressing'] : [state]
}
