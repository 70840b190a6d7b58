// SPDX-License-Identifier: Apache-2.0

import type { NodeId } from '../graph/graph.ts'
import type { Gap } from '../landscape/gap.ts'
import type { TempestOutput } from './results.ts'

/** What the log of a run holds, or why nobody knows. */
export interface RunLog {
  readonly pod?: string
  readonly output?: TempestOutput
  /** Why there is no output, in words. */
  readonly absent?: string
  /** It is there, and we may not or could not read it. */
  readonly gap?: Gap
}

/** By the Job that ran. */
export type RunLogs = ReadonlyMap<NodeId, RunLog>
