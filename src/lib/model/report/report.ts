// SPDX-License-Identifier: Apache-2.0

import type { Gap } from '../landscape/gap.ts'
import type { ScopeReport } from '../landscape/scope.ts'
import type { ErrorCode } from './errors.ts'

export const API_VERSION = 'cli.c5c3.io/v1'

export type State =
  | 'healthy'
  | 'off'
  | 'not installed'
  | 'suspended'
  | 'maintenance'
  | 'progressing'
  | 'unknown'
  | 'degraded'
  | 'stalled'
  | 'failed'

/** The state that views show: blocked means that the root cause is another object. */
export type Status = State | 'blocked'

/** Which clusters were read, and what could not be read. Part of every answer. */
export interface Completeness {
  readonly complete: boolean
  readonly clusters: readonly { readonly name: string; readonly complete: boolean }[]
  readonly gaps: readonly Gap[]
}

export interface Report {
  readonly apiVersion: typeof API_VERSION
  readonly kind: string
  readonly verdict: State
  readonly exitCode: number
  readonly completeness: Completeness
  /** The limits of the answer; absent if it covers everything. */
  readonly scope?: ScopeReport
}

/** Why there is no answer, in the common envelope. */
export interface ErrorReport extends Report {
  readonly kind: 'Error'
  readonly error: { readonly code: ErrorCode; readonly message: string; readonly hints: readonly string[] }
}
