// SPDX-License-Identifier: Apache-2.0
import type { ClusterConfig } from './config.ts'
import type { ClusterClient } from './types.ts'

/** Methods that replace those of the decorated client. */
export type ClientChanges = Partial<Pick<ClusterClient, 'list' | 'watch' | 'close'>>

/** Has the id of the client it decorates: both use the same connection. */
export class DecoratedClient implements ClusterClient {
  readonly id: symbol
  readonly config: ClusterConfig
  readonly #client: ClusterClient
  readonly #methods: Required<ClientChanges>

  constructor(client: ClusterClient, changes: ClientChanges) {
    this.id = client.id
    this.config = client.config
    this.#client = client
    this.#methods = {
      list: (kind, options) => client.list(kind, options),
      watch: (kind, options) => client.watch(kind, options),
      close: () => client.close(),
      ...changes,
    }
  }

  list(...args: Parameters<ClusterClient['list']>): ReturnType<ClusterClient['list']> {
    return this.#methods.list(...args)
  }

  watch(...args: Parameters<ClusterClient['watch']>): ReturnType<ClusterClient['watch']> {
    return this.#methods.watch(...args)
  }

  close(): void {
    this.#methods.close()
  }

  served(): ReturnType<ClusterClient['served']> {
    return this.#client.served()
  }

  serverVersion(): ReturnType<ClusterClient['serverVersion']> {
    return this.#client.serverVersion()
  }

  get(...args: Parameters<ClusterClient['get']>): ReturnType<ClusterClient['get']> {
    return this.#client.get(...args)
  }

  json(...args: Parameters<ClusterClient['json']>): ReturnType<ClusterClient['json']> {
    return this.#client.json(...args)
  }

  raw(...args: Parameters<ClusterClient['raw']>): ReturnType<ClusterClient['raw']> {
    return this.#client.raw(...args)
  }

  stream(...args: Parameters<ClusterClient['stream']>): ReturnType<ClusterClient['stream']> {
    return this.#client.stream(...args)
  }

  upgrade: ClusterClient['upgrade'] = (request, handshake) => this.#client.upgrade(request, handshake)

  clockSkew(): ReturnType<ClusterClient['clockSkew']> {
    return this.#client.clockSkew()
  }

  stats(): ReturnType<ClusterClient['stats']> {
    return this.#client.stats()
  }
}
