// SPDX-License-Identifier: Apache-2.0
import type { StepOutcome, Undo } from '../plan/plan.ts'

/** One object that was written, or whose write was started. Holds no value of a Secret. */
export interface JournalEntry {
  /** RFC 3339 */
  readonly at: string
  /** All entries of one run share it. */
  readonly run: string
  readonly command: string
  readonly profile?: string
  readonly user: string
  /** The person behind that account, if it was not the user's own login. */
  readonly person?: string
  readonly cluster: string
  /** Of its namespace kube-system. */
  readonly clusterUid: string
  /** Secret openstack/ceph-client-nova */
  readonly object: string
  readonly action: string
  /** begun: the process stopped before it knew the outcome. */
  readonly outcome: StepOutcome | 'begun'
  readonly uid?: string
  readonly resourceVersion?: string
  /** resourceVersion before the write. */
  readonly before?: string
  readonly reasons?: readonly string[]
  readonly undo?: Undo
}
