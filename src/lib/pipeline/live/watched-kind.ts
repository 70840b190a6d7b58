// SPDX-License-Identifier: Apache-2.0
import type { WatchEvent } from '../../cluster/types.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { Failure } from '../../model/landscape/fault.ts'
import type { Cluster, KubeObject, Resource } from '../../model/object/resource.ts'

/**
 * waiting: no answer yet. current: in sync. lagging: the watch broke, the data is slightly old. lost: unreadable, or
 * broken for too long to trust the data. absent: the cluster does not serve the kind.
 */
export type WatchStatus = 'waiting' | 'current' | 'lagging' | 'lost' | 'absent'

/** How long objects of a broken watch stay in the report, in ms; three failed retries end it earlier. */
const BROKEN_WATCH_GRACE_MS = 15_000

/** The objects of one kind in one cluster, fed by a watch. */
export class WatchedKind {
  readonly kind: KindSpec
  readonly #cluster: Cluster
  readonly #objects = new Map<string, Resource>()
  /** Sorted keys, kept across updates: most events change an existing object. */
  #keys: string[] | undefined
  #sorted: Resource[] = []
  #listing: Listed | undefined
  #broken: Broken | undefined
  #polled: { readonly every: number } | undefined

  constructor(cluster: Cluster, kind: KindSpec) {
    this.#cluster = cluster
    this.kind = kind
  }

  apply(event: WatchEvent, now: number): void {
    if (event.type === 'stale') this.#break(event, now)
    else this.#broken = undefined
    if (event.type === 'polled') this.#polled = { every: event.every }
    if (event.type === 'listed') this.#replace(event.listing)
    else if (event.type === 'put') this.#put(event.object)
    else if (event.type === 'deleted' && this.#objects.delete(keyOf(event.object))) this.#keys = undefined
  }

  outlook(now: number): WatchStatus {
    if (this.#broken === undefined) return this.#listing ? 'current' : 'waiting'
    if (this.#broken.failure.fault === 'notinstalled') return 'absent'
    if (this.#listing === undefined) return 'lost'
    const isOver = now - this.#broken.since >= BROKEN_WATCH_GRACE_MS || this.#broken.failedTries >= MAX_RETRIES
    return isOver ? 'lost' : 'lagging'
  }

  /** Why and since when the watch is broken. */
  get broken(): Broken | undefined {
    return this.#broken
  }

  /** Set after the first successful list. */
  get listing(): Listed | undefined {
    return this.#listing
  }

  /** Set where watch is forbidden: the kind is listed every so many ms. */
  get polled(): { readonly every: number } | undefined {
    return this.#polled
  }

  /** All objects in list order. */
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
      // An unchanged object keeps its identity: results cached for it stay valid.
      this.#objects.set(key, old && isSameVersion(old.object, object) ? old : { cluster: this.#cluster, object })
    }
  }

  #put(object: KubeObject): void {
    const key = keyOf(object)
    const resource = { cluster: this.#cluster, object }
    const isNew = !this.#objects.has(key)
    this.#objects.set(key, resource)
    if (isNew) this.#keys = undefined
    else if (this.#keys) this.#sorted[indexOfKey(this.#keys, key)] = resource
  }
}

const MAX_RETRIES = 3

interface Broken {
  readonly since: number
  readonly failure: Failure
  readonly failedTries: number
}

type Listed = Omit<Extract<WatchEvent, { type: 'listed' }>['listing'], 'items'>

const keyOf = ({ metadata: { namespace, name } }: KubeObject) =>
  namespace === undefined ? name : `${namespace}/${name}`

/** The index of a key that a sorted list contains. */
function indexOfKey(keys: readonly string[], key: string): number {
  let [low, high] = [0, keys.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((keys[middle] as string) < key) low = middle + 1
    else high = middle
  }
  return low
}

const isSameVersion = ({ metadata: a }: KubeObject, { metadata: b }: KubeObject) =>
  a.uid === b.uid && a.resourceVersion !== undefined && a.resourceVersion === b.resourceVersion
