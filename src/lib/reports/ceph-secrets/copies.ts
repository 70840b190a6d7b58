// SPDX-License-Identifier: Apache-2.0
import type { GraphNode } from '../../model/graph/graph.ts'
import type { State } from '../../model/report/report.ts'

/** A value under a key of a Secret, by its fingerprint. */
export interface KeyPrint {
  readonly key: string
  readonly fingerprint: string
}

/** How the key in a copy stands to that of the client. */
export type CopyState = 'equal' | 'differs' | 'other user' | 'other keys' | 'empty' | 'missing' | 'not compared'

/** Who keeps a copy in sync. */
export interface CephKeeper {
  /** unknown: what would tell could not be read. */
  readonly by: 'ExternalSecret' | 'Object' | 'nobody' | 'unknown'
  /** NAMESPACE/NAME of it. */
  readonly name?: string
  /** Who writes what it reads: NAME @CLUSTER; empty when nobody who was seen does. */
  readonly from: readonly string[]
  /** An Object that makes the Secret and puts no key into it. */
  readonly withoutData?: true
  readonly state?: State
  readonly message?: string
  /** When it last synced, RFC 3339. */
  readonly synced?: string
}

/** A Secret that should hold the key of a client. */
export interface CephCopy {
  readonly cluster: string
  readonly namespace: string
  readonly name: string
  readonly state: CopyState
  readonly message?: string
  /** Of the key, only comparable within this answer. */
  readonly fingerprint?: string
  readonly keeper: CephKeeper
  /** KIND NAMESPACE/NAME of who reads it. */
  readonly consumers: readonly string[]
  readonly judged: State
}

/** A copy as it was seen, with the nodes it is told by. */
export interface CephCopySeen extends Omit<CephCopy, 'judged'> {
  /** Absent when nobody can tell whose key it should be. */
  readonly client?: GraphNode
  readonly secret?: GraphNode
  readonly keepers: readonly GraphNode[]
  /** The client's key was made just now: it may be on its way. */
  readonly isNew: boolean
  /** RBD pools that are used with it. */
  readonly pools: readonly string[]
}

/** A copy as it is told. */
export function copyReport({
  client: _,
  secret: __,
  keepers: ___,
  pools: ____,
  isNew,
  ...copy
}: CephCopySeen): CephCopy {
  const isComing = isNew && (copy.state === 'missing' || copy.state === 'empty')
  return { ...copy, judged: isComing ? 'progressing' : COPY_STATES[copy.state] }
}

const COPY_STATES: Readonly<Record<CopyState, State>> = {
  equal: 'healthy',
  differs: 'failed',
  'other user': 'failed',
  'other keys': 'failed',
  empty: 'failed',
  missing: 'failed',
  'not compared': 'unknown',
}

/** hmac:4f2a1b3c */
export const printText = ({ fingerprint }: KeyPrint): string => `hmac:${fingerprint}`
