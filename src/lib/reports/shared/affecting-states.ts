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

/** The state of a node, plus the known problems that `unknown` hides: progress, and controllers that do not run. */
export function verdictStates(assessment: Assessment, node: GraphNode): readonly State[] {
  const state = assessment.state(node.id)
  if (state !== 'unknown') return [state]
  const healths = [...affectingStates(assessment, node)].map((id) => assessment.own(id))
  return [
    state,
    ...(healths.some((health) => health.state === 'progressing') ? (['progressing'] as const) : []),
    ...(healths.some(({ reason }) => reason === 'ControllerNotRunning') ? (['degraded'] as const) : []),
  ]
}
