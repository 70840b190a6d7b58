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

const NOTHING: Collection = { objects: [], gaps: [], read: [] }
/** How often what may not be watched is read again, in ms. */
const EVERY = 10_000

export interface PrivateOptions {
  readonly signal: AbortSignal
  readonly now: () => number
  readonly changed: () => void
}

type ReachableMember = Member & { readonly client: ClusterClient }

/** A watch of a private kind in one namespace, or in all of a cluster when very many are referred to. */
interface Spot {
  readonly label: string
  readonly client: ClusterClient
  readonly part: WatchedKind
  readonly heard: Promise<void>
  readonly stop: AbortController
}

/** Objects of private kinds that something refers to, followed only in the namespaces where they are. */
export class PrivateKinds {
  readonly #kinds: readonly KindSpec[]
  readonly #options: PrivateOptions
  readonly #spots = new Map<string, Spot>()
  #collection = NOTHING
  #asked = ''
  #at = Number.NEGATIVE_INFINITY
  #isTold = false

  constructor(kinds: readonly KindSpec[], options: PrivateOptions) {
    this.#kinds = kinds
    this.#options = options
  }

  get collection(): Collection {
    return this.#collection
  }

  /** What is followed in a cluster. */
  parts(label: string): readonly WatchedKind[] {
    return [...this.#spots.values()].filter((spot) => spot.label === label).map(({ part }) => part)
  }

  /** Takes in what this snapshot of the other kinds refers to; false when nothing changed. */
  async update({ members }: Fleet, first: Snapshot, listed: readonly KindSpec[]): Promise<boolean> {
    if (this.#kinds.length === 0) return false
    const now = this.#options.now()
    const mentions = mentionsOf(first, listed, this.#kinds)
    const asked = words(mentions)
    const isDue = now - this.#at >= EVERY && this.#isPolled(now)
    if (asked === this.#asked && !this.#isTold && !isDue && !this.#hasMoved(members)) return false
    this.#asked = asked
    this.#isTold = false
    this.#at = now
    const askable = members.filter((member): member is ReachableMember => member.client !== undefined)
    await this.#follow(askable, mentions)
    const knowing = askable.map((member) => ({ ...member, client: this.#knowing(member) }))
    this.#collection = await collectReferenced(knowing, this.#kinds, mentions, first, this.#options.signal)
    return true
  }

  /** Something is asked for by name, or did not answer: nobody tells when it changes. */
  #isPolled(now: number): boolean {
    return [...this.#spots.values()].some(({ part }) => part.outlook(now) !== 'current')
  }

  /** A cluster is reached by another way than the one that is watched. */
  #hasMoved(members: readonly Member[]): boolean {
    const clients = new Map(members.map(({ label, client }) => [label, client]))
    return [...this.#spots.values()].some(({ label, client }) => !isSameClient(client, clients.get(label)))
  }

  async #follow(members: readonly ReachableMember[], mentions: ObjectReferences): Promise<void> {
    const wanted = new Set<string>()
    for (const member of members) {
      for (const kind of this.#kinds) {
        const all = mentions.get(kindName(kind))?.get(member.label) ?? []
        const namespaces = [...new Set(all.map(({ namespace }) => namespace))]
        for (const namespace of namespaces.length > MOST_NAMESPACES ? [''] : namespaces) {
          const key = keyOf(member.label, kind, namespace)
          wanted.add(key)
          const known = this.#spots.get(key)
          if (isSameClient(known?.client, member.client)) continue
          known?.stop.abort()
          this.#spots.set(key, this.#spot(member, kind, namespace))
        }
      }
    }
    for (const [key, { stop }] of this.#spots) {
      if (wanted.has(key)) continue
      stop.abort()
      this.#spots.delete(key)
    }
    await Promise.all([...this.#spots.values()].map(({ heard }) => heard))
  }

  #spot(member: ReachableMember, kind: KindSpec, namespace: string): Spot {
    const { now, changed } = this.#options
    const part = new WatchedKind(member.cluster, kind)
    const stop = new AbortController()
    const { promise: heard, resolve } = Promise.withResolvers<void>()
    const signal = AbortSignal.any([this.#options.signal, stop.signal])
    const where = namespace === '' ? {} : { namespace }
    const told = () => {
      this.#isTold = true
      changed()
    }
    void pump(member.client, part, { signal, ...where }, { now, changed: told, heard: resolve })
    return { label: member.label, client: member.client, part, heard, stop }
  }

  /** A client whose lists are what its watches say; what is not watched it asks for. */
  #knowing({ client, label }: ReachableMember): ClusterClient {
    const list: ClusterClient['list'] = async (kind, options) => {
      const part = this.#spots.get(keyOf(label, kind, options?.namespace ?? ''))?.part
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

const keyOf = (label: string, kind: KindSpec, namespace: string) => `${label} ${kindName(kind)} ${namespace}`

const words = (mentions: ObjectReferences) => JSON.stringify([...mentions].map(([kind, labels]) => [kind, [...labels]]))
