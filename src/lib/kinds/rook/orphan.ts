// SPDX-License-Identifier: Apache-2.0
/** no-client: the client it was copied from is gone. no-consumer: nobody refers to it. */
export type OrphanCause = 'no-client' | 'no-consumer'

/** A copy of a key, a Secret, that nobody stands behind. */
export interface CephOrphan {
  readonly cluster: string
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly resourceVersion: string
  /** The Secret it was copied from: storage/st-pool-a/rook-ceph/rook-ceph-client-nova */
  readonly source: string
  readonly causes: readonly OrphanCause[]
  /** Who refers to it all the same. */
  readonly consumers: readonly string[]
  /** Who writes it by now, in words: it is theirs to remove. */
  readonly keeper?: string
}
