// SPDX-License-Identifier: Apache-2.0
import { DecoratedClient } from '../../cluster/decorated-client.ts'
import { ClusterError } from '../../cluster/failure.ts'
import type { Collection } from '../../cluster/read/collect.ts'
import type { ClusterClient, Listing, ListOptions } from '../../cluster/types.ts'
import { isSameClient } from '../../fleet/client-leases.ts'
import type { Member } from '../../fleet/member.ts'
import { type KindSpec, kindName } from '../../model/graph/kind.ts'
import { pump } from './watch-pump.ts'
import { WatchedKind } from './watched-kind.ts'

export interface WatchedReadingOptions {
  readonly signal: AbortSignal
  readonly now: () => number
  readonly changed: () => void
}

/**
 * Repeats a reading with clients that answer lists from watches. A list begins a watch; a watch that the latest
 * reading did not use ends.
 */
export class WatchedReading {
  readonly #options: WatchedReadingOptions
  readonly #watches = new Map<string, ListWatch>()
  #collection = EMPTY
  #lastKey: string | undefined
  #updatedAt = Number.NEGATIVE_INFINITY
  #hasChanged = false

  constructor(options: WatchedReadingOptions) {
    this.#options = options
  }

  get collection(): Collection {
    return this.#collection
  }

  /** The watches in one cluster. */
  parts(label: string): readonly WatchedKind[] {
    return [...this.#watches.values()].filter((watch) => watch.label === label).map(({ part }) => part)
  }

  /** Reads again if the key, a watched object or a client differs from the last time; returns whether it did. */
  async update(
    members: readonly Member[],
    key: string,
    read: (members: readonly ReachableMember[]) => Promise<Collection>,
  ): Promise<boolean> {
    const now = this.#options.now()
    const isDue = now - this.#updatedAt >= POLL_INTERVAL && this.#isPolled(now)
    if (key === this.#lastKey && !this.#hasChanged && !isDue && !this.#hasMoved(members)) return false
    this.#lastKey = key
    this.#hasChanged = false
    this.#updatedAt = now
    const used = new Set<string>()
    const reachable = members.filter((member): member is ReachableMember => member.client !== undefined)
    this.#collection = await read(reachable.map((member) => ({ ...member, client: this.#watchedClient(member, used) })))
    this.#endWatches((name) => !used.has(name))
    return true
  }

  /** Ends all watches; the next update reads anew. */
  clear(): void {
    this.#endWatches(() => true)
    this.#collection = EMPTY
    this.#lastKey = undefined
  }

  #endWatches(isUnused: (name: string) => boolean): void {
    for (const [name, { stop }] of this.#watches) {
      if (!isUnused(name)) continue
      stop.abort()
      this.#watches.delete(name)
    }
  }

  /** Objects read by name, and watches that failed: no event reports their changes. */
  #isPolled(now: number): boolean {
    return [...this.#watches.values()].some(({ part }) => part.outlook(now) !== 'current')
  }

  /** A cluster has another client than the one its watches use. */
  #hasMoved(members: readonly Member[]): boolean {
    const clients = new Map(members.map(({ label, client }) => [label, client]))
    return [...this.#watches.values()].some(({ label, client }) => !isSameClient(client, clients.get(label)))
  }

  #watchedClient(member: ReachableMember, used: Set<string>): ClusterClient {
    const list: ClusterClient['list'] = async (kind, options = {}) => {
      const name = `${member.label} ${kindName(kind)} ${options.namespace ?? ''}`
      used.add(name)
      const watch = this.#watchOf(name, member, kind, options)
      await watch.heard
      watch.isRead = true
      return listingOf(watch.part, this.#options.now()) ?? member.client.list(kind, options)
    }
    return new DecoratedClient(member.client, { list })
  }

  #watchOf(name: string, member: ReachableMember, kind: KindSpec, options: ListOptions): ListWatch {
    const known = this.#watches.get(name)
    if (known && isSameClient(known.client, member.client)) return known
    known?.stop.abort()
    const watch = this.#watch(member, kind, options)
    this.#watches.set(name, watch)
    return watch
  }

  #watch({ label, client, cluster }: ReachableMember, kind: KindSpec, options: ListOptions): ListWatch {
    const { now, changed, signal: untilClosed } = this.#options
    const part = new WatchedKind(cluster, kind)
    const stop = new AbortController()
    const { promise: heard, resolve } = Promise.withResolvers<void>()
    const watch: ListWatch = { label, client, part, heard, stop, isRead: false }
    const onChange = () => {
      // The reading in progress gets everything up to its list.
      if (!watch.isRead) return
      this.#hasChanged = true
      changed()
    }
    const signal = AbortSignal.any([untilClosed, stop.signal])
    void pump(client, part, { ...options, signal }, { now, changed: onChange, heard: resolve })
    return watch
  }
}

/** The objects of a watch; undefined if it ended before its first answer. */
function listingOf(part: WatchedKind, now: number): Listing | undefined {
  const outlook = part.outlook(now)
  if (outlook === 'waiting') return undefined
  const { listing, broken } = part
  if (listing && (outlook === 'current' || outlook === 'lagging'))
    return { ...listing, items: part.objects.map(({ object }) => object) }
  throw new ClusterError(broken?.failure ?? { fault: 'internal', message: 'the state of the watch is not known' })
}

const EMPTY: Collection = { objects: [], gaps: [], read: [] }
/** How often to re-read what cannot be watched, in ms. */
const POLL_INTERVAL = 10_000

export type ReachableMember = Member & { readonly client: ClusterClient }

/** A watch of a kind in one namespace or in the whole cluster. */
interface ListWatch extends Pick<ReachableMember, 'label' | 'client'> {
  readonly part: WatchedKind
  readonly heard: Promise<void>
  readonly stop: AbortController
  isRead: boolean
}
