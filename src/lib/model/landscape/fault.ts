// SPDX-License-Identifier: Apache-2.0
/** Everything that can go wrong between the tool and an API server. A closed list: code, docs, JSON, tests share it. */
const FAULTS = [
  'timeout',
  'tls',
  'dns',
  'unreachable',
  'unauthorized',
  'forbidden',
  'notinstalled',
  'notfound',
  'conflict',
  'ownership',
  'expired',
  'throttled',
  'server',
  'malformed',
  'truncated',
  'encoding',
  'toolarge',
  'redirect',
  'cancelled',
  'internal',
] as const

export type Fault = (typeof FAULTS)[number]

export interface FailureCause {
  readonly reason: string
  readonly field?: string
  readonly message?: string
}

/** One failed request, safe to print: no body, no header, no credential, no control character. */
export interface Failure {
  readonly fault: Fault
  /** What happened, without cluster, verb and resource: "no answer within 15s (headers came, body stopped at 8192 bytes)". */
  readonly message: string
  readonly hint?: string
  readonly verb?: string
  /** plural.group, for example cephclusters.ceph.rook.io */
  readonly resource?: string
  readonly namespace?: string
  /** Namespaces where the request was allowed. */
  readonly onlyIn?: readonly string[]
  readonly name?: string
  readonly httpStatus?: number
  /** The reason in the server's Status: Conflict, AlreadyExists, Invalid, Expired. */
  readonly reason?: string
  /** Fields that the server rejects; for a field manager conflict also their owners. Never holds values of a Secret. */
  readonly causes?: readonly FailureCause[]
  readonly retryable?: boolean
  readonly attempts?: number
}

/** Faults that make the whole cluster unusable, not just one kind. */
export const CLUSTER_FAULTS: ReadonlySet<Fault> = new Set([
  'timeout',
  'tls',
  'dns',
  'unreachable',
  'unauthorized',
  'redirect',
])
