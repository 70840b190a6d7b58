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
  /** A POST that changes nothing (SelfSubject…Review): treated like a read when the server is not verified. */
  readonly review?: true
  /** Its body holds what no message may repeat: of a refusal only reason and fields are told. */
  readonly sealed?: true
  /** For messages: what this was about. */
  readonly about?: {
    readonly verb: string
    readonly resource?: string
    readonly namespace?: string
    readonly name?: string
  }
  /** Aborts this request; the command's own signal is joined by the client. */
  readonly signal?: AbortSignal
}

/** A complete HTTP answer, decoded (gzip undone), within the size cap, valid UTF-8. */
export interface ApiAnswer {
  readonly status: number
  /** Names in lower case; repeated ones joined by a comma. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** The same before decoding. Long lists are read from here: text is made anew each time it is asked for. */
  readonly bytes?: Buffer
  /** Server clock minus ours in ms, from the Date header; undefined without one. */
  readonly clockSkew?: number
  /** How many times the request was sent. */
  readonly attempts: number
  /** To be called when the answer has been read: frees its bytes, which no longer count against the budget of the cluster. */
  readonly release?: () => void
}

/** An open answer that is read as it comes: watches and logs. */
export interface ApiStream {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Decoded chunks, to be read once. Ends when the server ends; throws ClusterError on a cut, idle time-out or abort. */
  readonly chunks: AsyncIterable<Uint8Array>
  /** Stops at once; a reader that waits sees the end. */
  close(): void
}

/** A connection for another protocol than HTTP, before its handshake. */
export interface UpgradeConnection {
  /** Verified, of HTTP/1.1, and used by nothing else. It must have been destroyed when it is no longer needed. */
  readonly socket: Socket
  readonly authority: string
  /** Path and query. */
  readonly path: string
  /** Those of the login included. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>
}

/** The outcome of a handshake: a connection (status 200), or the refusal of the server. */
export interface UpgradeAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Called when the answer is not the final one. */
  discard(): void
}

export interface TransportStats {
  /** TLS connections opened so far. */
  readonly connections: number
  readonly requests: number
}

/** Things a person may want to know while requests go on as they should. */
export type TransportEvent =
  /** Once: the server's certificate is not checked. */
  | { readonly type: 'insecure' }
  /** Once: this variable asks for unchecked certificates and is not obeyed. */
  | { readonly type: 'ignored-variable'; readonly name: 'NODE_TLS_REJECT_UNAUTHORIZED' }
  /** The server is busy and asked us to come back; or a failed read is repeated. */
  | { readonly type: 'waiting'; readonly ms: number; readonly reason: string; readonly httpStatus?: number }
  /** A final answer: what --debug shows. No header, no body, and the query without values that a person typed. */
  | {
      readonly type: 'answered'
      readonly method: string
      readonly path: string
      readonly status: number
      readonly bytes: number
      readonly ms: number
      readonly attempts: number
    }

/** Time and chance, so that tests need neither. */
export interface Clock {
  now(): number
  /** Resolves early, without an error, when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  random(): number
}

export interface TransportDeps {
  /** The whole command. Its reason decides the words: a TimeoutError is a time-out, anything else a cancellation. */
  readonly signal?: AbortSignal
  /** When that signal will fire, in ms since the epoch: no wait is begun that would pass it. */
  readonly deadline?: number
  /** Proxy variables are read from here. */
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly userAgent?: string
  readonly onEvent?: (event: TransportEvent) => void
  readonly clock?: Clock
  /** Server clock minus ours as another cluster saw it, for the hint beside an expired certificate. */
  readonly knownSkew?: () => number | undefined
  readonly allowInsecureWrites?: boolean
  /** How fast we may ask after the first burst; a plan of many objects is known in advance and may go faster. */
  readonly requestsPerSecond?: number
  /** http: to loopback. Never to anywhere else. */
  readonly allowPlainHttp?: boolean
}

/** The way to one cluster: one connection pool, one set of credentials, all deadlines and retries. */
export interface Transport {
  /**
   * Resolves for a complete answer that is final: 2xx, 4xx other than 401 and 429, and for writes also 5xx (whose
   * Status body the writer needs). Throws ClusterError for all else: redirects, 401 after one refresh, 429 and, for
   * reads, 5xx after the retries.
   */
  send(request: ApiRequest): Promise<ApiAnswer>
  /** As send(), but resolves when the headers are there. No deadline after that, only an idle limit. */
  stream(request: ApiRequest): Promise<ApiStream>
  /**
   * Opens a connection and runs the handshake on it, once more with a new login after a 401. A request with a method
   * other than GET is not repeated after its connection was lost. Resolves with any final answer, as send() does.
   */
  upgrade<A extends UpgradeAnswer>(
    request: ApiRequest,
    handshake: (connection: UpgradeConnection) => Promise<A>,
  ): Promise<A>
  /** Server clock minus ours, of the newest answer that had a Date. */
  clockSkew(): number | undefined
  stats(): TransportStats
  /** Ends all connections at once; safe to call twice. Requests under way fail as cancelled. */
  close(): void
}
