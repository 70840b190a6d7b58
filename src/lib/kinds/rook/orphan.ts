// SPDX-License-Identifier: Apache-2.0
/** no-client: the client it was copied from no longer exists. no-consumer: nothing refers to it. */
export type OrphanCause = 'no-client' | 'no-consumer'

/** A Secret with a copied key that is no longer needed or has lost its source. */
export interface CephOrphan {
  readonly cluster: string
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly resourceVersion: string
  /** The Secret it was copied from: storage/st-pool-a/rook-ceph/rook-ceph-client-nova */
  readonly source: string
  readonly causes: readonly OrphanCause[]
  /** Objects that still refer to it. */
  readonly consumers: readonly string[]
  /** The current owner, as text: it has to remove the Secret. */
  readonly keeper?: string
}
