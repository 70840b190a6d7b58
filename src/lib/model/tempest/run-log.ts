// SPDX-License-Identifier: Apache-2.0

import type { NodeId } from '../graph/graph.ts'
import type { Gap } from '../landscape/gap.ts'
import type { TempestOutput } from './results.ts'

/** The log of a run, or why it is unknown. */
export interface RunLog {
  readonly pod?: string
  readonly output?: TempestOutput
  readonly absent?: string
  /** The log exists, but could not be read. */
  readonly gap?: Gap
}

/** By the Job of the run. */
export type RunLogs = ReadonlyMap<NodeId, RunLog>
