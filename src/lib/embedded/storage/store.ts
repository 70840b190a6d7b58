// SPDX-License-Identifier: Apache-2.0
import type { Manifest } from '../json.ts'
import { withoutField } from '../json.ts'

/** One version of one object. Immutable: a write creates a new entry, so concurrent readers keep theirs. */
export class StoredEntry {
  readonly key: string
  readonly object: Manifest
  readonly version: number
  #rest: string | undefined

  constructor(object: Manifest, version: number) {
    this.key = storeKey(object.metadata)
    this.object = object
    this.version = version
  }

  /** The object's JSON without apiVersion and kind, serialised once: `{"metadata":…}`. */
  get rest(): string {
    this.#rest ??= JSON.stringify(withoutField(withoutField(this.object, 'apiVersion'), 'kind'))
    return this.#rest
  }
}

export const storeKey = ({ namespace, name }: { readonly namespace?: string; readonly name: string }) =>
  namespace === undefined ? name : `${namespace}/${name}`

export interface StoreChange {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  readonly resource: string
  readonly version: number
  /** For DELETED: the last state, with the version of the deletion. */
  readonly entry: StoredEntry
  readonly before?: StoredEntry
}

/** Changes kept for watches, pages and exact reads; older versions get 410 Gone. */
const HISTORY = 10_000

/**
 * The objects of one cluster in memory: one counter for all resourceVersions, sorted lists that can be read at any
 * version in the history, and a log of changes.
 */
export class Store {
  #version: number
  #compacted: number
  #history: StoreChange[] = []
  readonly #lists = new Map<string, readonly StoredEntry[]>()
  readonly #index = new Map<string, Map<string, StoredEntry>>()
  readonly #listeners = new Set<(change: StoreChange) => void>()

  constructor(version: number) {
    this.#version = version
    this.#compacted = version
  }

  get version(): number {
    return this.#version
  }

  /** Adds objects with their own resourceVersions and without watch events. For start-up only. */
  load(resource: string, objects: readonly Manifest[]): void {
    const entries = objects.map((object) => new StoredEntry(object, Number(object.metadata.resourceVersion)))
    entries.sort(byKey)
    this.#lists.set(resource, entries)
    this.#index.set(resource, new Map(entries.map((entry) => [entry.key, entry])))
  }

  get(resource: string, key: string): StoredEntry | undefined {
    return this.#index.get(resource)?.get(key)
  }

  /** In key order. */
  entries(resource: string): readonly StoredEntry[] {
    return this.#lists.get(resource) ?? []
  }

  /** The entries at a version; undefined if that is older than the history. */
  entriesAt(resource: string, version: number): readonly StoredEntry[] | undefined {
    if (version >= this.#version) return this.entries(resource)
    if (version < this.#compacted) return undefined
    const state = new Map(this.#index.get(resource))
    for (let i = this.#history.length - 1; i >= 0; i--) {
      const change = this.#history[i]
      if (change === undefined || change.version <= version) break
      if (change.resource !== resource) continue
      if (change.before === undefined) state.delete(change.entry.key)
      else state.set(change.entry.key, change.before)
    }
    return [...state.values()].sort(byKey)
  }

  put(resource: string, object: Manifest): StoredEntry {
    const version = ++this.#version
    const metadata = { ...object.metadata, resourceVersion: String(version) }
    const entry = new StoredEntry({ ...object, metadata }, version)
    const before = this.get(resource, entry.key)
    const index = this.#indexOf(resource)
    index.set(entry.key, entry)
    const list = this.entries(resource)
    this.#lists.set(
      resource,
      before === undefined ? inserted(list, entry) : list.map((old) => (old === before ? entry : old)),
    )
    this.#record({
      type: before === undefined ? 'ADDED' : 'MODIFIED',
      resource,
      version,
      entry,
      ...(before === undefined ? {} : { before }),
    })
    return entry
  }

  /** Returns the last state; undefined if the object did not exist. */
  delete(resource: string, key: string): StoredEntry | undefined {
    const before = this.get(resource, key)
    if (before === undefined) return undefined
    const version = ++this.#version
    const metadata = { ...before.object.metadata, resourceVersion: String(version) }
    const entry = new StoredEntry({ ...before.object, metadata }, version)
    this.#indexOf(resource).delete(key)
    this.#lists.set(
      resource,
      this.entries(resource).filter((old) => old !== before),
    )
    this.#record({ type: 'DELETED', resource, version, entry, before })
    return entry
  }

  /** Changes after a version, oldest first; undefined if that is older than the history. */
  changesSince(version: number): readonly StoreChange[] | undefined {
    if (version < this.#compacted) return undefined
    return this.#history.filter((change) => change.version > version)
  }

  /** Returns a function that unsubscribes. */
  subscribe(listener: (change: StoreChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Discards the history like etcd: older watches, pages and exact reads get 410 Gone. */
  compact(): void {
    // Increment, so that even the latest version that clients have is older than the history.
    this.#version += 1
    this.#compacted = this.#version
    this.#history = []
  }

  #indexOf(resource: string): Map<string, StoredEntry> {
    const index = this.#index.get(resource) ?? new Map<string, StoredEntry>()
    this.#index.set(resource, index)
    return index
  }

  #record(change: StoreChange): void {
    this.#history.push(change)
    if (this.#history.length > HISTORY) {
      this.#history = this.#history.slice(HISTORY / 2)
      this.#compacted = (this.#history[0]?.version ?? this.#version) - 1
    }
    for (const listener of [...this.#listeners]) listener(change)
  }
}

const byKey = (a: StoredEntry, b: StoredEntry) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)

function inserted(list: readonly StoredEntry[], entry: StoredEntry): readonly StoredEntry[] {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle]?.key ?? '') < entry.key) low = middle + 1
    else high = middle
  }
  return [...list.slice(0, low), entry, ...list.slice(low)]
}
