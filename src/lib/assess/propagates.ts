// SPDX-License-Identifier: Apache-2.0
import type { Edge } from '../model/graph/graph.ts'
import { isFine, isInProgress } from '../model/graph/health.ts'
import type { Weak } from '../model/graph/link.ts'
import type { State } from '../model/report/report.ts'

const NEVER: ReadonlySet<Weak> = new Set(['counted', 'none', 'explains'])

/** Whether a target in this state makes the source of the edge unhealthy. */
export function reaches(edge: Edge, state: State): boolean {
  if (isFine(state) || (edge.weak !== undefined && NEVER.has(edge.weak))) return false
  return !(edge.weak === 'degraded' && (state === 'degraded' || isInProgress(state)))
}
