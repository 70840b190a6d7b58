// SPDX-License-Identifier: Apache-2.0
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Absolute API path without query, each segment already encoded: /api/v1/namespaces */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
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

/** A complete HTTP answer of any status, decoded (gzip undone), within the size cap, valid UTF-8. */
export interface ApiAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Server clock minus ours in ms, from the Date header; undefined without one. */
  readonly clockSkew?: number
  readonly attempts: number
}

/** An open answer that is read as it comes: watches and logs. */
export interface ApiStream {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Decoded chunks. Ends when the server ends; throws ClusterError on a cut, idle time-out or abort. */
  readonly chunks: AsyncIterable<Uint8Array>
  close(): void
}

export interface TransportStats {
  /** TLS connections opened so far. */
  readonly connections: number
  readonly requests: number
}

/** The way to one cluster: one connection pool, one set of credentials, all deadlines and retries. */
export interface Transport {
  /** Resolves for any complete HTTP answer below 300 or of a status that is final (4xx); throws ClusterError otherwise. */
  send(request: ApiRequest): Promise<ApiAnswer>
  stream(request: ApiRequest): Promise<ApiStream>
  stats(): TransportStats
  /** Ends all connections at once; safe to call twice. */
  close(): void
}
