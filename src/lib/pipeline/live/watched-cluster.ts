// SPDX-License-Identifier: Apache-2.0
import type { CollectedKind, Collection } from '../../cluster/read/collect.ts'
import type { Member } from '../../fleet/member.ts'
import { type KindSpec, kindName } from '../../model/graph/kind.ts'
import { describeFailure } from '../../model/landscape/describe-failure.ts'
import { CLUSTER_FAULTS, type Failure } from '../../model/landscape/fault.ts'
import type { Gap } from '../../model/landscape/gap.ts'
import type { Resource } from '../../model/object/resource.ts'
import { pump } from './watch-pump.ts'
import { WatchedKind } from './watched-kind.ts'

export interface LiveClusterOptions {
  readonly kinds: readonly KindSpec[]
  /** Followed, too, but no part of the collection. */
  readonly beside: readonly KindSpec[]
  /** Asked one by one when the cluster-wide list is forbidden. */
  readonly fallbackNamespaces?: readonly string[]
  readonly signal: AbortSignal
  /** The time of the landscape. */
  readonly now: () => number
  /** Something is not as it was. */
  readonly changed: () => void
}

/** One cluster and a watch for each kind it can hold. */
export class LiveCluster {
  readonly member: Member
  readonly parts: readonly WatchedKind[]
  readonly since: number
  /** Every kind was heard of once: read, or not and why. */
  readonly heard: Promise<void>
  readonly #graph: readonly WatchedKind[]
  readonly #beside: readonly WatchedKind[]
  readonly #stop = new AbortController()
  readonly #pumps: readonly Promise<void>[]

  constructor(member: Member, options: LiveClusterOptions) {
    this.member = member
    this.since = options.now()
    const { client } = member
    const roles = new Set(member.cluster.roles.map(({ role }) => role))
    const partsOf = (kinds: readonly KindSpec[]) =>
      kinds
        .filter((kind) => kind.roles.some((role) => roles.has(role)))
        .map((kind) => new WatchedKind(member.cluster, kind))
    this.#graph = client ? partsOf(options.kinds) : []
    this.#beside = client ? partsOf(options.beside) : []
    this.parts = [...this.#graph, ...this.#beside]
    const heard = this.parts.map(() => Promise.withResolvers<void>())
    this.heard = Promise.all(heard.map(({ promise }) => promise)).then(() => {})
    const { fallbackNamespaces } = options
    const signal = AbortSignal.any([options.signal, this.#stop.signal])
    const asked = fallbackNamespaces ? { signal, fallbackNamespaces } : { signal }
    this.#pumps = client
      ? this.parts.map((part, i) => pump(client, part, asked, { ...options, heard: () => heard[i]?.resolve() }))
      : []
  }

  /** What is known now, as reading the cluster afresh would tell it; what was lost is a gap. */
  collection(now: number): Collection {
    const { label } = this.member
    const told = this.#graph.map((part) => ({ part, outlook: part.outlook(now) }))
    const isKnown = ({ outlook }: (typeof told)[number]) => outlook === 'current' || outlook === 'lagging'
    const dark = told.some((each) => isKnown(each) || each.outlook === 'absent') ? undefined : this.#darkness()
    return {
      objects: told.flatMap((each) => (isKnown(each) ? each.part.objects : [])),
      gaps: dark ? [dark] : told.flatMap((each) => gapsOf(label, each.part, isKnown(each))),
      read: told.map((each) => readingOf(label, each.part, each.outlook, isKnown(each))),
    }
  }

  /** What is followed beside the collection, as far as it is known. */
  beside(now: number): readonly Resource[] {
    return this.#beside.flatMap((part) => (part.outlook(now) === 'lost' ? [] : part.objects))
  }

  /** Ends all its watches. */
  async close(): Promise<void> {
    this.#stop.abort()
    await Promise.all(this.#pumps)
  }

  /** One line is enough where nothing at all answers. */
  #darkness(): Gap | undefined {
    const { failure, label } = this.member
    if (failure) return { cluster: label, fault: failure.fault, message: failure.message }
    const worst = this.parts.map(({ broken }) => broken?.failure).find((each) => each && CLUSTER_FAULTS.has(each.fault))
    return worst && { cluster: label, fault: worst.fault, message: worst.message }
  }
}

function gapsOf(label: string, { kind, listing, broken }: WatchedKind, isKnown: boolean): readonly Gap[] {
  const failures: readonly Failure[] = isKnown ? (listing?.failures ?? []) : [broken?.failure ?? SILENT]
  return failures
    .filter(({ fault }) => fault !== 'notinstalled')
    .map((failure) => ({
      cluster: label,
      kind: kindName(kind),
      ...(failure.namespace === undefined ? {} : { namespace: failure.namespace }),
      fault: failure.fault,
      message: describeFailure(failure),
    }))
}

const SILENT: Failure = { fault: 'timeout', message: 'no answer yet' }

function readingOf(
  label: string,
  { kind, listing, objects }: WatchedKind,
  outlook: string,
  isKnown: boolean,
): CollectedKind {
  const about = { cluster: label, kind: kindName(kind) }
  if (!isKnown || !listing) return { ...about, outcome: outlook === 'absent' ? 'notinstalled' : 'failed', count: 0 }
  const { apiVersion, verified, onlyNamespaces } = listing
  const reading: CollectedKind = { ...about, outcome: 'read', count: objects.length, apiVersion, verified }
  return onlyNamespaces === undefined ? reading : { ...reading, onlyNamespaces }
}
