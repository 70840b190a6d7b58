// SPDX-License-Identifier: Apache-2.0
import type { GraphNode } from '../../model/graph/graph.ts'
import type { State } from '../../model/report/report.ts'

/** The fingerprint of one key of a Secret. */
export interface KeyPrint {
  readonly key: string
  readonly fingerprint: string
}

/** How the key in a copy compares to the client's key. */
export type CopyState = 'equal' | 'differs' | 'other user' | 'other keys' | 'empty' | 'missing' | 'not compared'

/** What keeps a copy in sync. */
export interface CephKeeper {
  /** unknown: the objects that could keep it in sync could not be read. */
  readonly by: 'ExternalSecret' | 'Object' | 'manager' | 'nobody' | 'unknown'
  /** NAMESPACE/NAME of the object that keeps it in sync; for a manager its name in managedFields. */
  readonly name?: string
  /** NAME @CLUSTER of the PushSecrets that write the remote key it reads; empty when none was read. */
  readonly from: readonly string[]
  /** The Object creates the Secret but puts no key into it. */
  readonly withoutData?: true
  readonly state?: State
  readonly message?: string
  /** When it last synced, RFC 3339. */
  readonly synced?: string
}

export interface CephCopy {
  readonly cluster: string
  readonly namespace: string
  readonly name: string
  readonly state: CopyState
  readonly message?: string
  /** Fingerprint of the key; comparable only within one report. */
  readonly fingerprint?: string
  readonly keeper: CephKeeper
  /** KIND NAMESPACE/NAME of each object that references the Secret. */
  readonly consumers: readonly string[]
  readonly judged: State
}

/** A copy with the graph nodes that describe it. */
export interface CephCopySeen extends Omit<CephCopy, 'judged'> {
  /** Absent when it is unknown whose key the Secret should hold. */
  readonly client?: GraphNode
  readonly secret?: GraphNode
  readonly keepers: readonly GraphNode[]
  /** The client's key was created recently, so the copy may not have been written yet. */
  readonly isNew: boolean
  /** RBD pools that consumers use with this key. */
  readonly pools: readonly string[]
}

export function copyReport({
  client: _,
  secret: __,
  keepers: ___,
  pools: ____,
  isNew,
  ...copy
}: CephCopySeen): CephCopy {
  const isPending = isNew && copy.state === 'missing'
  return { ...copy, judged: isPending ? 'progressing' : COPY_STATES[copy.state] }
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

export const printText = ({ fingerprint }: KeyPrint): string => `hmac:${fingerprint}`
