// SPDX-License-Identifier: Apache-2.0
import type { WatchEvent } from '../../cluster/types.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { Failure } from '../../model/landscape/fault.ts'
import type { Cluster, KubeObject, Resource } from '../../model/object/resource.ts'

/**
 * waiting: nothing was said yet. current: all of it is known. lagging: its watch broke, what is known is a little old.
 * lost: it could not be read at all, or not for so long that nobody knows. absent: the cluster has no such kind.
 */
export type WatchStatus = 'waiting' | 'current' | 'lagging' | 'lost' | 'absent'

/** How long facts of a broken watch are shown as facts, in ms; three failed tries end it earlier. */
export const BROKEN_WATCH_GRACE_MS = 15_000
const MOST_TRIES = 3

interface Broken {
  readonly since: number
  readonly failure: Failure
  readonly failedTries: number
}

/** One kind in one cluster, as its watch tells it. */
export class WatchedKind {
  readonly kind: KindSpec
  readonly #cluster: Cluster
  readonly #objects = new Map<string, Resource>()
  /** Kept in order: most changes are of objects that are there. */
  #keys: string[] | undefined
  #sorted: Resource[] = []
  #listing: Listed | undefined
  #broken: Broken | undefined
  #polled: { readonly every: number } | undefined

  constructor(cluster: Cluster, kind: KindSpec) {
    this.#cluster = cluster
    this.kind = kind
  }

  /** What the watch said, and when. */
  apply(event: WatchEvent, now: number): void {
    if (event.type === 'stale') this.#break(event, now)
    else this.#broken = undefined
    if (event.type === 'polled') this.#polled = { every: event.every }
    if (event.type === 'listed') this.#replace(event.listing)
    else if (event.type === 'put') this.#put(event.object)
    else if (event.type === 'deleted' && this.#objects.delete(keyOf(event.object))) this.#keys = undefined
  }

  /** How much it knows at this time. */
  outlook(now: number): WatchStatus {
    if (this.#broken === undefined) return this.#listing ? 'current' : 'waiting'
    if (this.#broken.failure.fault === 'notinstalled') return 'absent'
    if (this.#listing === undefined) return 'lost'
    const isOver = now - this.#broken.since >= BROKEN_WATCH_GRACE_MS || this.#broken.failedTries >= MOST_TRIES
    return isOver ? 'lost' : 'lagging'
  }

  /** Since when its watch is broken, and by what. */
  get broken(): Broken | undefined {
    return this.#broken
  }

  /** It was read once. */
  get listing(): Listed | undefined {
    return this.#listing
  }

  /** Set where it may not be watched: it is listed every so many ms. */
  get polled(): { readonly every: number } | undefined {
    return this.#polled
  }

  /** All objects in the order of a list. */
  get objects(): readonly Resource[] {
    if (!this.#keys) {
      this.#keys = [...this.#objects.keys()].sort()
      this.#sorted = this.#keys.map((key) => this.#objects.get(key) as Resource)
    }
    return this.#sorted
  }

  #break({ failure, failedTries }: Omit<Broken, 'since'>, now: number): void {
    this.#broken = { since: this.#broken?.since ?? now, failure, failedTries }
    if (failure.fault !== 'notinstalled') return
    this.#objects.clear()
    this.#keys = undefined
    this.#listing = undefined
  }

  #replace({ items, ...listing }: Listed & { readonly items: readonly KubeObject[] }): void {
    this.#listing = listing
    const before = new Map(this.#objects)
    this.#objects.clear()
    this.#keys = undefined
    for (const object of items) {
      const key = keyOf(object)
      const old = before.get(key)
      // what did not change stays the same object: what was worked out about it still holds
      this.#objects.set(key, old && isSame(old.object, object) ? old : { cluster: this.#cluster, object })
    }
  }

  #put(object: KubeObject): void {
    const key = keyOf(object)
    const resource = { cluster: this.#cluster, object }
    const isNew = !this.#objects.has(key)
    this.#objects.set(key, resource)
    if (isNew) this.#keys = undefined
    else if (this.#keys) this.#sorted[placeOf(this.#keys, key)] = resource
  }
}

type Listed = Omit<Extract<WatchEvent, { type: 'listed' }>['listing'], 'items'>

const keyOf = ({ metadata: { namespace, name } }: KubeObject) =>
  namespace === undefined ? name : `${namespace}/${name}`

/** Where a key stands in a sorted list that has it. */
function placeOf(keys: readonly string[], key: string): number {
  let [low, high] = [0, keys.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((keys[middle] as string) < key) low = middle + 1
    else high = middle
  }
  return low
}

const isSame = ({ metadata: a }: KubeObject, { metadata: b }: KubeObject) =>
  a.uid === b.uid && a.resourceVersion !== undefined && a.resourceVersion === b.resourceVersion
