// SPDX-License-Identifier: Apache-2.0
import type { Collection } from '../../cluster/read/collect.ts'
import { systemClock } from '../../cluster/transport/clock.ts'
import type { Clock } from '../../cluster/transport/types.ts'
import type { Fleet, Member } from '../../fleet/member.ts'
import { withCopiedAddresses } from '../../graph/copied-addresses.ts'
import type { Health } from '../../model/graph/health.ts'
import type { KindSpec } from '../../model/graph/kind.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import type { EvidenceRead } from '../evidence.ts'
import type { Judgement } from '../judge.ts'
import { scopedMembers } from '../members-in-scope.ts'
import { kindsToRead, type Observation, type ObserveOptions, seenCluster } from '../observe.ts'
import { separateEvents } from '../read-snapshot.ts'
import { AddressLookup } from './address-lookup.ts'
import { Changes } from './change-signal.ts'
import { badgeOf, type ClusterBadge } from './connection-state.ts'
import { LiveJudge } from './live-judge.ts'
import { isSameMember, MembershipWatcher } from './membership.ts'
import { AdaptiveThrottle } from './rate-limit.ts'
import { LiveCluster } from './watched-cluster.ts'
import { WatchedEvidence } from './watched-evidence.ts'
import { WatchedReferences } from './watched-references.ts'

/** The fleet as known at one moment. */
export interface LiveState {
  readonly observation: Observation
  /** The connection state of each cluster, in the order of the fleet. */
  readonly badges: readonly ClusterBadge[]
  /** By the clock of the fleet. */
  readonly at: number
}

/** Keeps the state of a fleet up to date. */
export interface LiveStore {
  get(): LiveState
  /** Calls the listener after each change, at most five times a second; returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /** Ends all watches and removes all listeners. */
  close(): Promise<void>
}

export interface LiveOptions extends ObserveOptions {
  /** Kinds to watch that are not part of the graph. */
  readonly beside?: readonly KindSpec[]
  /** Discovers the clusters again. */
  readonly reopen?: () => Promise<Fleet>
  /** Drives pauses and the time of the fleet, which begins at `now`. */
  readonly clock?: Clock
}

/** Reads the same kinds as observe() and watches them. */
export async function openLive(whole: Fleet, options: LiveOptions): Promise<LiveStore> {
  const fleet = await withScopedMembers(whole, options)
  const live = new Live(fleet, kindsToRead(fleet, options), options)
  await live.start()
  return live
}

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
  readonly #referenced: WatchedReferences
  /** Undefined for a command that reads exactly the kinds it names. */
  readonly #evidence: WatchedEvidence | undefined
  readonly #judge: LiveJudge
  readonly #judgeWithEvidence: LiveJudge
  readonly #listeners = new Set<() => void>()
  readonly #now: () => number
  #badges: ReadonlyMap<string, ClusterBadge> = new Map()
  #state: LiveState | undefined
  readonly #membership: MembershipWatcher | undefined
  #running: Promise<unknown> = Promise.resolve()

  constructor(fleet: Fleet, kinds: readonly KindSpec[], options: LiveOptions) {
    this.#fleet = fleet
    this.#listed = kinds.filter((kind) => !kind.byReference)
    this.#options = options
    this.#clock = options.clock ?? systemClock
    const started = this.#clock.now()
    this.#now = () => options.now + this.#clock.now() - started
    this.#signal = AbortSignal.any([options.signal, this.#stop.signal])
    this.#addresses = new AddressLookup(options.only)
    const byReference = kinds.filter((kind) => kind.byReference)
    const { namespace, only } = options
    const following = {
      signal: this.#signal,
      now: this.#now,
      changed: () => this.#changes.happened(),
      ...(namespace ? { namespace } : {}),
    }
    this.#referenced = new WatchedReferences(byReference, following)
    this.#evidence = only ? undefined : new WatchedEvidence(kinds, following)
    const knownHealth = new WeakMap<KubeObject, Health>()
    this.#judge = new LiveJudge(options, knownHealth)
    this.#judgeWithEvidence = new LiveJudge(options, knownHealth)
    this.#kinds = kinds
    this.#clusters = fleet.members.map((member) => this.#follow(member))
    if (options.reopen) this.#membership = new MembershipWatcher(options.reopen, this.#clock)
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

  /** Follows the current members; keeps the watches of unchanged ones. */
  async #adopt(whole: Fleet): Promise<void> {
    const fleet = await withScopedMembers(whole, this.#options)
    // An unreachable management cluster discovers no members: that does not mean they are gone.
    if (isManagementUnreachable(fleet) && !this.#clusters.every(({ member }) => hasLabel(fleet, member.label))) return
    const clusters = fleet.members.map(
      (member) => this.#clusters.find((known) => isSameMember(known.member, member)) ?? this.#follow(member),
    )
    const fresh = clusters.filter((cluster) => !this.#clusters.includes(cluster))
    if (fresh.length > 0) await this.#waitForAnswers(fresh)
    const gone = this.#clusters.filter((cluster) => !clusters.includes(cluster))
    this.#fleet = fleet
    this.#clusters = clusters
    await Promise.all(gone.map((cluster) => cluster.close()))
    if (fresh.length + gone.length > 0) this.#changes.happened()
  }

  async #waitForAnswers(clusters: readonly LiveCluster[]): Promise<void> {
    const answers = Promise.all(clusters.map((cluster) => cluster.heard))
    await Promise.race([answers, this.#clock.sleep(FIRST_ANSWER_TIMEOUT, this.#signal)])
  }

  async start(): Promise<void> {
    await this.#waitForAnswers(this.#clusters)
    this.#options.signal.throwIfAborted()
    await this.#refresh()
    const membership = this.#membership?.run(
      (fleet) => this.#adopt(fleet),
      () => this.#hasLostCluster(),
      this.#signal,
    )
    this.#running = Promise.all([this.#run(), membership])
  }

  get(): LiveState {
    this.#state ??= this.#stateOf(this.#judged(this.#listedSnapshot(this.#collection())))
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
    // CPU use is meaningless when a test drives the clock.
    const throttle = this.#options.clock === undefined ? new AdaptiveThrottle() : undefined
    for (;;) {
      const before = this.#clock.now()
      await this.#changes.next(this.#clock, IDLE_INTERVAL, this.#signal)
      const pause = Math.max(SETTLE, MIN_INTERVAL - (this.#clock.now() - before), throttle?.rest() ?? 0)
      await this.#clock.sleep(pause, this.#signal)
      if (this.#signal.aborted) return
      throttle?.begin()
      await this.#refresh()
      for (const listener of [...this.#listeners]) listener()
    }
  }

  /** Refreshes the state and what depends on it: resolved addresses, referenced objects and evidence. */
  async #refresh(): Promise<void> {
    let collection = this.#collection()
    if (await this.#addresses.update(this.#fleet, collection)) {
      this.#membership?.hurry()
      collection = this.#collection()
    }
    let first = this.#listedSnapshot(collection)
    if (await this.#referenced.update(this.#fleet, first, this.#listed))
      first = this.#listedSnapshot(this.#collection())
    const seen = this.#judged(first)
    const more = await this.#evidence?.update(this.#fleet, seen)
    this.#state = this.#stateOf(more ? this.#judgeWithEvidence.judge(more) : seen)
  }

  #badge(cluster: LiveCluster, at: number): ClusterBadge {
    const { label } = cluster.member
    return badgeOf(cluster, at, {
      before: this.#badges.get(label),
      more: [this.#referenced, this.#evidence].flatMap((kinds) => kinds?.parts(label) ?? []),
    })
  }

  #hasLostCluster(): boolean {
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

  /** All kinds except those read by reference. */
  #listedSnapshot({ objects, gaps, read }: Collection): Snapshot {
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

  /** Without evidence: this decides what is unhealthy, and so what evidence to read. */
  #judged(first: Snapshot): EvidenceRead & Judgement {
    const { objects, read, gaps } = this.#referenced.collection
    const snapshot = {
      ...first,
      resources: [...first.resources, ...objects],
      readings: [...first.readings, ...read],
      gaps: [...first.gaps, ...gaps],
    }
    return this.#judge.judge({ snapshot, kinds: this.#kinds })
  }

  #stateOf(seen: EvidenceRead & Judgement): LiveState {
    const at = seen.snapshot.takenAt
    const badges = this.#clusters.map((cluster) => this.#badge(cluster, at))
    this.#badges = new Map(badges.map((badge) => [badge.cluster, badge]))
    const beside = this.#options.beside ? { beside: this.#clusters.flatMap((cluster) => cluster.beside(at)) } : {}
    // Not spread: that would compute the assessment.
    const observation = Object.assign(seen, { scope: this.#options.scope, ...beside })
    return { observation, badges, at }
  }
}

/** At most five refreshes a second, the first one shortly after a change: changes come in groups. */
const MIN_INTERVAL = 200
const SETTLE = 40
/** Refresh without a change, too: grace periods end and certificates expire. */
const IDLE_INTERVAL = 5_000
/** How long the first state waits for clusters that do not answer. */
const FIRST_ANSWER_TIMEOUT = 20_000

const withScopedMembers = async (whole: Fleet, { scope }: LiveOptions): Promise<Fleet> => ({
  ...whole,
  members: await scopedMembers(whole, scope),
})

const isManagementUnreachable = ({ members }: Fleet) =>
  members.some(({ client, cluster }) => !client && cluster.roles.some(({ role }) => role === 'management'))

const hasLabel = ({ members }: Fleet, label: string) => members.some((member) => member.label === label)
