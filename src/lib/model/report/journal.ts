// SPDX-License-Identifier: Apache-2.0
import type { StepOutcome, Undo } from '../plan/plan.ts'

/** One object that was written, or that somebody began to write. Holds no value of a Secret. */
export interface JournalEntry {
  /** RFC 3339 */
  readonly at: string
  /** All entries of one run share it. */
  readonly run: string
  readonly command: string
  readonly profile?: string
  /** The account that wrote. */
  readonly user: string
  /** Who used that account, where it was not the user's own login. */
  readonly person?: string
  readonly cluster: string
  /** Of its namespace kube-system. */
  readonly clusterUid: string
  /** Secret openstack/ceph-client-nova */
  readonly object: string
  readonly action: string
  /** begun: whoever wrote it was stopped before it knew the outcome. */
  readonly outcome: StepOutcome | 'begun'
  readonly uid?: string
  /** After it was written. */
  readonly resourceVersion?: string
  /** Before. */
  readonly before?: string
  readonly reasons?: readonly string[]
  /** How to take it back, where something was written. */
  readonly undo?: Undo
}
