// SPDX-License-Identifier: Apache-2.0
import type { Gap } from './gap.ts'
import type { NodeId } from './graph.ts'
import type { TempestOutput } from './tempest-run.ts'

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
