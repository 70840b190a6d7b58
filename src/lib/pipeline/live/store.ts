// SPDX-License-Identifier: Apache-2.0
import { assess } from '../../assess/assess.ts'
import type { Collection } from '../../cluster/read/collect.ts'
import { systemClock } from '../../cluster/transport/clock.ts'
import type { Clock } from '../../cluster/transport/types.ts'
import type { Fleet, Member } from '../../fleet/member.ts'
import { withCopiedAddresses } from '../../graph/copied-addresses.ts'
import { type Refreshable, refreshGraph } from '../../graph/refresh.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import { scopedMembers } from '../members-in-scope.ts'
import { kindsToRead, type Observation, type ObserveOptions, seenCluster } from '../observe.ts'
import { separateEvents } from '../read-snapshot.ts'
import { AddressLookup } from './address-lookup.ts'
import { Changes } from './change-signal.ts'
import { badgeOf, type ClusterBadge } from './connection-state.ts'
import { isSameMember, MembershipWatcher } from './membership.ts'
import { AdaptiveThrottle } from './rate-limit.ts'
import { LiveCluster } from './watched-cluster.ts'
import { PrivateKinds } from './watched-references.ts'

export type { ClusterBadge, ConnectionStatus } from './connection-state.ts'

/** The landscape as it is known at one moment. */
export interface LiveState {
  readonly observation: Observation
  /** How well each cluster is followed, in the order of the fleet. */
  readonly badges: readonly ClusterBadge[]
  /** The time of the landscape. */
  readonly at: number
}

/** A landscape that is kept up to date. */
export interface LiveStore {
  get(): LiveState
  /** Called after each change, at most five times a second; the function returned ends it. */
  subscribe(listener: () => void): () => void
  /** Ends all watches; nobody is called any more. */
  close(): Promise<void>
}

export interface LiveOptions extends ObserveOptions {
  /** Kinds that are followed, too, but are no part of the graph. */
  readonly beside?: readonly KindSpec[]
  /** Looks again which clusters there are. */
  readonly reopen?: () => Promise<Fleet>
  /** Drives pauses and the time of the landscape, which begins at `now`. */
  readonly clock?: Clock
}

/** At most five looks a second, the first a moment after something happened: changes come in groups. */
const PAUSE = 200
const GROUP = 40
/** Time alone changes something: grace ends, certificates do. */
const LOOK = 5_000
/** How long the first picture waits for clusters that do not answer. */
const PATIENCE = 20_000

/** Reads these kinds of a fleet as observe() does, and follows every change of them. */
export async function openLive(whole: Fleet, options: LiveOptions): Promise<LiveStore> {
  const fleet = await scoped(whole, options)
  const live = new Live(fleet, kindsToRead(fleet, options), options)
  await live.start()
  return live
}

const scoped = async (whole: Fleet, { scope }: LiveOptions): Promise<Fleet> => ({
  ...whole,
  members: await scopedMembers(whole, scope),
})

const isBlind = ({ members }: Fleet) =>
  members.some(({ client, cluster }) => !client && cluster.roles.some(({ role }) => role === 'management'))

const hasLabel = ({ members }: Fleet, label: string) => members.some((member) => member.label === label)

class Live implements LiveStore {
  #fleet: Fleet
  readonly #options: LiveOptions
  readonly #clock: Clock
  readonly #kinds: readonly KindSpec[]
  readonly #listed: readonly KindSpec[]
  readonly #stop = new AbortController()
  readonly #signal: AbortSignal
  readonly #changes = new Changes()
  #clusters: readonly LiveCluster[]
  readonly #addresses: AddressLookup
  readonly #private: PrivateKinds
  readonly #known = new WeakMap<KubeObject, Health>()
  readonly #listeners = new Set<() => void>()
  readonly #now: () => number
  #badges: ReadonlyMap<string, ClusterBadge> = new Map()
  #state: LiveState | undefined
  #graph: Refreshable | undefined
  readonly #census: MembershipWatcher | undefined
  #running: Promise<unknown> = Promise.resolve()

  constructor(fleet: Fleet, kinds: readonly KindSpec[], options: LiveOptions) {
    this.#fleet = fleet
    this.#kinds = kinds
    this.#listed = kinds.filter((kind) => !kind.byReference)
    this.#options = options
    this.#clock = options.clock ?? systemClock
    const started = this.#clock.now()
    this.#now = () => options.now + this.#clock.now() - started
    this.#signal = AbortSignal.any([options.signal, this.#stop.signal])
    this.#addresses = new AddressLookup(options.only)
    const byReference = kinds.filter((kind) => kind.byReference)
    this.#private = new PrivateKinds(byReference, {
      signal: this.#signal,
      now: this.#now,
      changed: () => this.#changes.happened(),
    })
    this.#clusters = fleet.members.map((member) => this.#follow(member))
    if (options.reopen) this.#census = new MembershipWatcher(options.reopen, this.#clock)
  }

  #follow(member: Member): LiveCluster {
    const { beside = [], namespace } = this.#options
    return new LiveCluster(member, {
      kinds: this.#listed,
      beside,
      ...(namespace ? { fallbackNamespaces: [namespace] } : {}),
      signal: this.#signal,
      now: this.#now,
      changed: () => this.#changes.happened(),
    })
  }

  /** Follows the clusters that there are now: those it knows go on as they are. */
  async #adopt(whole: Fleet): Promise<void> {
    const fleet = await scoped(whole, this.#options)
    // a management cluster that does not answer knows nobody: that is no news of those it knew
    if (isBlind(fleet) && !this.#clusters.every(({ member }) => hasLabel(fleet, member.label))) return
    const clusters = fleet.members.map(
      (member) => this.#clusters.find((known) => isSameMember(known.member, member)) ?? this.#follow(member),
    )
    const fresh = clusters.filter((cluster) => !this.#clusters.includes(cluster))
    if (fresh.length > 0) await this.#heardOf(fresh)
    const gone = this.#clusters.filter((cluster) => !clusters.includes(cluster))
    this.#fleet = fleet
    this.#clusters = clusters
    await Promise.all(gone.map((cluster) => cluster.close()))
    if (fresh.length + gone.length > 0) this.#changes.happened()
  }

  async #heardOf(clusters: readonly LiveCluster[]): Promise<void> {
    const heard = Promise.all(clusters.map((cluster) => cluster.heard))
    await Promise.race([heard, this.#clock.sleep(PATIENCE, this.#signal)])
  }

  async start(): Promise<void> {
    await this.#heardOf(this.#clusters)
    this.#options.signal.throwIfAborted()
    await this.#look()
    const census = this.#census?.run(
      (fleet) => this.#adopt(fleet),
      () => this.#isDark(),
      this.#signal,
    )
    this.#running = Promise.all([this.#run(), census])
  }

  get(): LiveState {
    this.#state ??= this.#picture(this.#first(this.#collection()))
    return this.#state
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    this.#listeners.clear()
    this.#stop.abort()
    await Promise.all([this.#running, ...this.#clusters.map((cluster) => cluster.close())])
  }

  async #run(): Promise<void> {
    // what the processor is busy with says nothing about a time that is driven by hand
    const pace = this.#options.clock === undefined ? new AdaptiveThrottle() : undefined
    for (;;) {
      const before = this.#clock.now()
      await this.#changes.next(this.#clock, LOOK, this.#signal)
      const pause = Math.max(GROUP, PAUSE - (this.#clock.now() - before), pace?.rest() ?? 0)
      await this.#clock.sleep(pause, this.#signal)
      if (this.#signal.aborted) return
      pace?.begin()
      await this.#look()
      for (const listener of [...this.#listeners]) listener()
    }
  }

  /** Brings the picture up to date, with what only becomes known by it: where links lead, what they mention. */
  async #look(): Promise<void> {
    let collection = this.#collection()
    if (await this.#addresses.update(this.#fleet, collection)) {
      this.#census?.hurry()
      collection = this.#collection()
    }
    let first = this.#first(collection)
    if (await this.#private.update(this.#fleet, first, this.#listed)) first = this.#first(this.#collection())
    this.#state = this.#picture(first)
  }

  #badge(cluster: LiveCluster, at: number): ClusterBadge {
    const { label } = cluster.member
    return badgeOf(cluster, at, { before: this.#badges.get(label), more: this.#private.parts(label) })
  }

  #isDark(): boolean {
    return [...this.#badges.values()].some(({ state }) => state === 'lost')
  }

  #collection(): Collection {
    const now = this.#now()
    const parts = this.#clusters.map((cluster) => cluster.collection(now))
    return {
      objects: parts.flatMap(({ objects }) => objects),
      gaps: parts.flatMap(({ gaps }) => gaps),
      read: parts.flatMap(({ read }) => read),
    }
  }

  /** All but private kinds. */
  #first({ objects, gaps, read }: Collection): Snapshot {
    const snapshot: Snapshot = {
      takenAt: this.#now(),
      clusters: this.#fleet.members.map(seenCluster),
      resources: objects,
      readings: read,
      gaps,
      addresses: this.#addresses.addresses,
      ...(this.#fleet.profile?.agents ? { agents: this.#fleet.profile.agents } : {}),
    }
    return separateEvents(withCopiedAddresses(snapshot, this.#listed))
  }

  #picture(first: Snapshot): LiveState {
    const more = this.#private.collection
    const snapshot = {
      ...first,
      resources: [...first.resources, ...more.objects],
      readings: [...first.readings, ...more.read],
      gaps: [...first.gaps, ...more.gaps],
    }
    const { acceptCached, scope } = this.#options
    const at = snapshot.takenAt
    // whoever looks at some kinds alone never asks for it
    const judge = () => {
      this.#graph = refreshGraph(this.#graph, snapshot, this.#kinds)
      return assess(this.#graph.graph, { now: at, acceptCached, known: this.#known })
    }
    let assessment: Assessment | undefined
    const badges = this.#clusters.map((cluster) => this.#badge(cluster, at))
    this.#badges = new Map(badges.map((badge) => [badge.cluster, badge]))
    const beside = this.#options.beside ? { beside: this.#clusters.flatMap((cluster) => cluster.beside(at)) } : {}
    const observation: Observation = {
      snapshot,
      get assessment() {
        assessment ??= judge()
        return assessment
      },
      kinds: this.#kinds,
      scope,
      ...beside,
    }
    return { observation, badges, at }
  }
}
