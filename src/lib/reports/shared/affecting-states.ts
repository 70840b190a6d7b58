// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode, NodeId } from '../../model/graph/graph.ts'
import type { State } from '../../model/report/report.ts'

/** All whose trouble reaches a node: not one of a redundant set, nor a note at those who share a pool. */
export function affectingStates({ troubles }: Assessment, { id: start }: GraphNode): ReadonlySet<NodeId> {
  const felt = new Set([start])
  for (const id of felt) for (const { to } of troubles(id)) felt.add(to)
  return felt
}

/** What an answer about a node is judged by: its state, and work in progress that something unknown outweighs. */
export function verdictStates(assessment: Assessment, node: GraphNode): readonly State[] {
  const state = assessment.state(node.id)
  if (state !== 'unknown') return [state]
  const isBusy = [...affectingStates(assessment, node)].some((id) => assessment.own(id).state === 'progressing')
  return isBusy ? [state, 'progressing'] : [state]
}
