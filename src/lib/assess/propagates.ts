// SPDX-License-Identifier: Apache-2.0
import type { Edge } from '../model/graph/graph.ts'
import { isFine } from '../model/graph/health.ts'
import type { State } from '../model/report/report.ts'

/** Whether a target in this state makes the source of the edge unhealthy. */
export function reaches(edge: Edge, state: State): boolean {
  if (isFine(state) || edge.weak === 'counted' || edge.weak === 'none') return false
  return !(edge.weak === 'degraded' && (state === 'degraded' || state === 'progressing'))
}
