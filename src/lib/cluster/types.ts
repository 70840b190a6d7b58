// SPDX-License-Identifier: Apache-2.0

import type { KindSpec } from '../model/graph/kind.ts'
import type { Failure } from '../model/landscape/fault.ts'
import type { KubeObject } from '../model/object/resource.ts'
import type { ClusterConfig } from './config.ts'
import type { ApiAnswer, ApiRequest, ApiStream, Transport, TransportStats } from './transport/types.ts'

export interface ServedResource {
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly plural: string
  readonly namespaced: boolean
  readonly verbs: readonly string[]
}

/** The resources from API discovery, without subresources. */
export interface Served {
  readonly resources: readonly ServedResource[]
  /** Groups whose discovery failed (an unavailable aggregated API): their kinds are unknown, not "not installed". */
  readonly failedGroups: ReadonlyMap<string, Failure>
  /** All served versions in the server's order of preference; empty when the resource is not installed. */
  versionsOf(group: string, plural: string): readonly ServedResource[]
}

export interface ListOptions {
  readonly namespace?: string
  /** Listed one by one when the cluster-wide list is forbidden. */
  readonly fallbackNamespaces?: readonly string[]
  readonly labelSelector?: string
  readonly fieldSelector?: string
  readonly signal?: AbortSignal
}

/** Complete when failures is empty. */
export interface Listing {
  readonly items: readonly KubeObject[]
  readonly apiVersion: string
  /** False when the server only serves versions this tool does not know. */
  readonly verified: boolean
  readonly resourceVersion: string
  /** The namespaces read instead of the whole cluster after a 403. */
  readonly onlyNamespaces?: readonly string[]
  readonly failures: readonly Failure[]
}

export type WatchEvent =
  | { readonly type: 'listed'; readonly listing: Listing }
  | { readonly type: 'put' | 'deleted'; readonly object: KubeObject }
  /** The stream broke and is being resumed; objects are stale until the next 'listed' or 'live'. */
  | { readonly type: 'stale'; readonly failure: Failure; readonly failedTries: number }
  | { readonly type: 'live' }
  /** The server refuses the watch; the kind is listed every so many ms instead. */
  | { readonly type: 'polled'; readonly every: number; readonly failure?: Failure }

/** Methods throw ClusterError; list() and watch() return partial failures as data. */
export interface ClusterClient {
  /** Two clients with the same id use the same connection and credentials. */
  readonly id: symbol
  readonly config: ClusterConfig
  /** Discovers once per client; concurrent callers share the request. */
  served(): Promise<Served>
  serverVersion(): Promise<string>
  get(kind: KindSpec, name: string, namespace?: string): Promise<KubeObject>
  /** Throws ClusterError 'notinstalled' when the kind is not served. */
  list(kind: KindSpec, options?: ListOptions): Promise<Listing>
  /**
   * Lists, then watches with bookmarks, resumes, and relists after 410; where watching is refused, lists every 10 s.
   * Ends when the signal aborts. Never throws: failures are 'stale' events.
   */
  watch(kind: KindSpec, options?: ListOptions): AsyncIterable<WatchEvent>
  /** Checks content type, kind and Status; for reviews, subresources and writes. The body is sanitized. */
  json(request: ApiRequest): Promise<{ readonly body: unknown; readonly answer: ApiAnswer }>
  /** Returns the body unsanitized, to be sent back to the same server. Never print it. */
  raw(request: ApiRequest): Promise<Readonly<Record<string, unknown>>>
  stream(request: ApiRequest): Promise<ApiStream>
  /** Opens a connection for exec and port-forward. */
  upgrade: Transport['upgrade']
  /** Server clock minus local clock in ms, from the latest answer. */
  clockSkew(): number | undefined
  stats(): TransportStats
  close(): void
}
