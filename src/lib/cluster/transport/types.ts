// SPDX-License-Identifier: Apache-2.0
import type { Socket } from 'node:net'

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Absolute API path without query, each segment already encoded: /api/v1/namespaces */
  readonly path: string
  /** An array is sent as one parameter per value. */
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** A POST that changes nothing (SelfSubject…Review): allowed like a read when the server is not verified. */
  readonly review?: true
  /** The body contains secrets: failures only quote reason and fields. */
  readonly sealed?: true
  /** For messages. */
  readonly about?: {
    readonly verb: string
    readonly resource?: string
    readonly namespace?: string
    readonly name?: string
  }
  /** Aborts this request; the client joins it with the command's signal. */
  readonly signal?: AbortSignal
}

/** A complete answer: decompressed, within the size limit, valid UTF-8. */
export interface ApiAnswer {
  readonly status: number
  /** Names in lower case; repeated headers joined by a comma. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** The undecoded text. Long lists are read from here: text is decoded on every access. */
  readonly bytes?: Buffer
  /** Server clock minus local clock in ms, from the Date header. */
  readonly clockSkew?: number
  readonly attempts: number
  /** Must be called after the answer was read: frees its bytes and their share of the cluster's budget. */
  readonly release?: () => void
}

/** An answer that is read while it is received: watches and logs. */
export interface ApiStream {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Can be read once. Ends with the answer; throws ClusterError when it is truncated, idle or aborted. */
  readonly chunks: AsyncIterable<Uint8Array>
  /** Ends the stream at once, also for a waiting reader. */
  close(): void
}

/** A connection for a protocol other than HTTP, before its handshake. */
export interface UpgradeConnection {
  /** A verified, exclusive HTTP/1.1 connection. The handshake or its user must destroy it. */
  readonly socket: Socket
  readonly authority: string
  /** Path and query. */
  readonly path: string
  /** Includes the headers of the credential. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>
}

/** The result of a handshake: a connection (status 200) or the server's refusal. */
export interface UpgradeAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Called when the answer is not final. */
  discard(): void
}

export interface TransportStats {
  readonly connections: number
  readonly requests: number
}

/** Events for the user that are no failures. */
export type TransportEvent =
  /** Once: the server's certificate is not verified. */
  | { readonly type: 'insecure' }
  /** Once: this variable would disable verification and is ignored. */
  | { readonly type: 'ignored-variable'; readonly name: 'NODE_TLS_REJECT_UNAUTHORIZED' }
  /** The request will be repeated after a wait, because the server is busy or a read failed. */
  | { readonly type: 'waiting'; readonly ms: number; readonly reason: string; readonly httpStatus?: number }
  /** A final answer, for --debug. No header, no body, no query. */
  | {
      readonly type: 'answered'
      readonly method: string
      readonly path: string
      readonly status: number
      readonly bytes: number
      readonly ms: number
      readonly attempts: number
    }

/** Time and randomness, replaceable in tests. */
export interface Clock {
  now(): number
  /** Resolves early, without an error, when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  random(): number
}

export interface TransportDeps {
  /** Signal of the command. A TimeoutError as its reason is reported as a timeout, anything else as a cancellation. */
  readonly signal?: AbortSignal
  /** When that signal will abort, in ms since 1970: no wait extends beyond it. */
  readonly deadline?: number
  /** Source of the proxy variables. */
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly userAgent?: string
  readonly onEvent?: (event: TransportEvent) => void
  readonly clock?: Clock
  /** Server clock minus local clock in ms as measured by another cluster, for the hint of an expired certificate. */
  readonly knownSkew?: () => number | undefined
  readonly allowInsecureWrites?: boolean
  /** Rate after the first burst; a plan of many objects is known in advance and may be faster. */
  readonly requestsPerSecond?: number
  /** Allows http: to loopback only. */
  readonly allowPlainHttp?: boolean
}

/** One connection pool and one set of credentials with all deadlines and retries. */
export interface Transport {
  /**
   * Resolves with a final answer: 2xx, 4xx except 401 and 429, and for writes also 5xx (the writer needs the Status).
   * Throws ClusterError otherwise: redirects, 401 after one refresh, 429 and, for reads, 5xx after the retries.
   */
  send(request: ApiRequest): Promise<ApiAnswer>
  /** As send(), but resolves with the headers. After that there is no deadline, only an idle limit. */
  stream(request: ApiRequest): Promise<ApiStream>
  /**
   * Opens a connection and runs the handshake on it, again with a refreshed credential after a 401. Methods other than
   * GET are not repeated after a lost connection. Resolves with any final answer, as send() does.
   */
  upgrade<A extends UpgradeAnswer>(
    request: ApiRequest,
    handshake: (connection: UpgradeConnection) => Promise<A>,
  ): Promise<A>
  /** Server clock minus local clock in ms, of the newest answer with a Date. */
  clockSkew(): number | undefined
  stats(): TransportStats
  /** Idempotent. Closes all connections at once; current requests fail as cancelled. */
  close(): void
}
