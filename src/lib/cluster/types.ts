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

/** What the API server says it serves, subresources left out. */
export interface Served {
  readonly resources: readonly ServedResource[]
  /** Groups whose discovery failed (an aggregated API that is down): their kinds are unknown, not "not installed". */
  readonly failedGroups: ReadonlyMap<string, Failure>
  /** All served versions of a resource in the server's order of preference; empty when not installed. */
  versionsOf(group: string, plural: string): readonly ServedResource[]
}

export interface ListOptions {
  /** Only this namespace. */
  readonly namespace?: string
  /** Asked one by one when the cluster-wide list is forbidden. */
  readonly fallbackNamespaces?: readonly string[]
  readonly labelSelector?: string
  readonly fieldSelector?: string
  readonly signal?: AbortSignal
}

/** The objects of one kind, complete unless failures says otherwise. */
export interface Listing {
  readonly items: readonly KubeObject[]
  /** group/version that was read. */
  readonly apiVersion: string
  /** False when the server only had a version this tool does not know. */
  readonly verified: boolean
  readonly resourceVersion: string
  /** Namespaces that were read instead of the whole cluster, after a 403. */
  readonly onlyNamespaces?: readonly string[]
  /** Parts that could not be read. Never empty together with an incomplete items. */
  readonly failures: readonly Failure[]
}

export type WatchEvent =
  | { readonly type: 'listed'; readonly listing: Listing }
  | { readonly type: 'put' | 'deleted'; readonly object: KubeObject }
  /** The stream broke and is being resumed; facts are stale until the next 'listed' or 'live'. */
  | { readonly type: 'stale'; readonly failure: Failure; readonly failedTries: number }
  | { readonly type: 'live' }
  /** It cannot be watched: from now on it is listed every so many ms. */
  | { readonly type: 'polled'; readonly every: number; readonly failure?: Failure }

/** One cluster, ready to be asked. Methods throw ClusterError; list and watch put what they can into data. */
export interface ClusterClient {
  /** Two clients with the same id use the same connection and credentials. */
  readonly id: symbol
  readonly config: ClusterConfig
  /** Once per client, single flight. */
  served(): Promise<Served>
  serverVersion(): Promise<string>
  get(kind: KindSpec, name: string, namespace?: string): Promise<KubeObject>
  /** A kind that is not served throws ClusterError 'notinstalled'. */
  list(kind: KindSpec, options?: ListOptions): Promise<Listing>
  /**
   * List, then watch for ever: bookmarks, resume, relist after 410; where watching is refused, a list every 10 s.
   * Ends when the signal aborts. Never throws: what goes wrong is a 'stale' event.
   */
  watch(kind: KindSpec, options?: ListOptions): AsyncIterable<WatchEvent>
  /**
   * Any JSON request, with content-type, kind and Status checks; for reviews, subresources and writes.
   * The body has passed the door (safe strings, sealed Secrets), so the answer comes without its text.
   */
  json(request: ApiRequest): Promise<{ readonly body: unknown; readonly answer: ApiAnswer }>
  /** A body exactly as the server has it, for what goes back to the same server: it has not passed the door, nobody shows it. */
  raw(request: ApiRequest): Promise<Readonly<Record<string, unknown>>>
  stream(request: ApiRequest): Promise<ApiStream>
  /** A connection for another protocol; channel/ uses it for exec and port-forward. */
  upgrade: Transport['upgrade']
  /** Server clock minus ours, of the newest answer. */
  clockSkew(): number | undefined
  stats(): TransportStats
  close(): void
}
