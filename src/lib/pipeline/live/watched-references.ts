// SPDX-License-Identifier: Apache-2.0

import { DecoratedClient } from '../../cluster/decorated-client.ts'
import { ClusterError } from '../../cluster/failure.ts'
import type { Collection } from '../../cluster/read/collect.ts'
import { collectReferenced, MOST_NAMESPACES } from '../../cluster/read/collect-referenced.ts'
import type { ClusterClient } from '../../cluster/types.ts'
import { isSameClient } from '../../fleet/client-leases.ts'
import type { Fleet, Member } from '../../fleet/member.ts'
import { mentionsOf } from '../../graph/references.ts'
import { type KindSpec, kindName } from '../../model/graph/kind.ts'
import type { ObjectReferences } from '../../model/landscape/object-reference.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { pump } from './watch-pump.ts'
import { WatchedKind } from './watched-kind.ts'

export interface PrivateOptions {
  readonly signal: AbortSignal
  readonly now: () => number
  readonly changed: () => void
}

/** Follows the objects of kinds read by reference, only in the namespaces that references point to. */
export class PrivateKinds {
  readonly #kinds: readonly KindSpec[]
  readonly #options: PrivateOptions
  readonly #watches = new Map<string, ReferenceWatch>()
  #collection = EMPTY
  #lastReferences = ''
  #updatedAt = Number.NEGATIVE_INFINITY
  #hasChanged = false

  constructor(kinds: readonly KindSpec[], options: PrivateOptions) {
    this.#kinds = kinds
    this.#options = options
  }

  get collection(): Collection {
    return this.#collection
  }

  /** The watches in one cluster. */
  parts(label: string): readonly WatchedKind[] {
    return [...this.#watches.values()].filter((watch) => watch.label === label).map(({ part }) => part)
  }

  /** Follows what this snapshot of the listed kinds refers to; returns false when nothing changed. */
  async update({ members }: Fleet, first: Snapshot, listed: readonly KindSpec[]): Promise<boolean> {
    if (this.#kinds.length === 0) return false
    const now = this.#options.now()
    const references = mentionsOf(first, listed, this.#kinds)
    const referencesKey = keyOfReferences(references)
    const isDue = now - this.#updatedAt >= POLL_INTERVAL && this.#isPolled(now)
    if (referencesKey === this.#lastReferences && !this.#hasChanged && !isDue && !this.#hasMoved(members)) return false
    this.#lastReferences = referencesKey
    this.#hasChanged = false
    this.#updatedAt = now
    const reachable = members.filter((member): member is ReachableMember => member.client !== undefined)
    await this.#follow(reachable, references)
    const watched = reachable.map((member) => ({ ...member, client: this.#clientFromWatches(member) }))
    this.#collection = await collectReferenced(watched, this.#kinds, references, first, this.#options.signal)
    return true
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

  async #follow(members: readonly ReachableMember[], references: ObjectReferences): Promise<void> {
    const wanted = new Set<string>()
    for (const member of members) {
      for (const kind of this.#kinds) {
        const all = references.get(kindName(kind))?.get(member.label) ?? []
        const namespaces = [...new Set(all.map(({ namespace }) => namespace))]
        for (const namespace of namespaces.length > MOST_NAMESPACES ? [''] : namespaces) {
          const key = keyOf(member.label, kind, namespace)
          wanted.add(key)
          const known = this.#watches.get(key)
          if (isSameClient(known?.client, member.client)) continue
          known?.stop.abort()
          this.#watches.set(key, this.#watch(member, kind, namespace))
        }
      }
    }
    for (const [key, { stop }] of this.#watches) {
      if (wanted.has(key)) continue
      stop.abort()
      this.#watches.delete(key)
    }
    await Promise.all([...this.#watches.values()].map(({ heard }) => heard))
  }

  #watch(member: ReachableMember, kind: KindSpec, namespace: string): ReferenceWatch {
    const { now, changed } = this.#options
    const part = new WatchedKind(member.cluster, kind)
    const stop = new AbortController()
    const { promise: heard, resolve } = Promise.withResolvers<void>()
    const signal = AbortSignal.any([this.#options.signal, stop.signal])
    const where = namespace === '' ? {} : { namespace }
    const onChange = () => {
      this.#hasChanged = true
      changed()
    }
    void pump(member.client, part, { signal, ...where }, { now, changed: onChange, heard: resolve })
    return { label: member.label, client: member.client, part, heard, stop }
  }

  /** A client that answers lists from the watches, and passes on lists of kinds without a watch. */
  #clientFromWatches({ client, label }: ReachableMember): ClusterClient {
    const list: ClusterClient['list'] = async (kind, options) => {
      const part = this.#watches.get(keyOf(label, kind, options?.namespace ?? ''))?.part
      const outlook = part?.outlook(this.#options.now())
      if (!part || outlook === 'waiting') return client.list(kind, options)
      const { listing, broken } = part
      if (listing && (outlook === 'current' || outlook === 'lagging'))
        return { ...listing, items: part.objects.map(({ object }) => object) }
      throw new ClusterError(broken?.failure ?? { fault: 'internal', message: 'it is not known' })
    }
    return new DecoratedClient(client, { list })
  }
}

const EMPTY: Collection = { objects: [], gaps: [], read: [] }
/** How often to re-read what cannot be watched, in ms. */
const POLL_INTERVAL = 10_000

type ReachableMember = Member & { readonly client: ClusterClient }

/** A watch of a kind in one namespace, or in the whole cluster when very many namespaces are referenced. */
interface ReferenceWatch {
  readonly label: string
  readonly client: ClusterClient
  readonly part: WatchedKind
  readonly heard: Promise<void>
  readonly stop: AbortController
}

const keyOf = (label: string, kind: KindSpec, namespace: string) => `${label} ${kindName(kind)} ${namespace}`

const keyOfReferences = (references: ObjectReferences) =>
  JSON.stringify([...references].map(([kind, labels]) => [kind, [...labels]]))
