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
  /** Watched, but not part of the collection. */
  readonly beside: readonly KindSpec[]
  /** Namespaces to list one by one when the cluster-wide list is forbidden. */
  readonly fallbackNamespaces?: readonly string[]
  readonly signal: AbortSignal
  /** The time of the fleet. */
  readonly now: () => number
  readonly changed: () => void
}

/** One cluster and a watch for each kind it can hold. */
export class LiveCluster {
  readonly member: Member
  readonly parts: readonly WatchedKind[]
  readonly since: number
  /** Resolves when every kind was read once or failed. */
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
    const answers = this.parts.map(() => Promise.withResolvers<void>())
    this.heard = Promise.all(answers.map(({ promise }) => promise)).then(() => {})
    const { fallbackNamespaces } = options
    const signal = AbortSignal.any([options.signal, this.#stop.signal])
    const watchOptions = fallbackNamespaces ? { signal, fallbackNamespaces } : { signal }
    this.#pumps = client
      ? this.parts.map((part, i) =>
          pump(client, part, watchOptions, { ...options, heard: () => answers[i]?.resolve() }),
        )
      : []
  }

  /** The current objects, as a fresh read would return them; a lost kind is a gap. */
  collection(now: number): Collection {
    const { label } = this.member
    const kinds = this.#graph.map((part) => ({ part, outlook: part.outlook(now) }))
    const isKnown = ({ outlook }: (typeof kinds)[number]) => outlook === 'current' || outlook === 'lagging'
    const clusterGap = kinds.some((each) => isKnown(each) || each.outlook === 'absent') ? undefined : this.#clusterGap()
    return {
      objects: kinds.flatMap((each) => (isKnown(each) ? each.part.objects : [])),
      gaps: clusterGap ? [clusterGap] : kinds.flatMap((each) => gapsOf(label, each.part, isKnown(each))),
      read: kinds.map((each) => readingOf(label, each.part, each.outlook, isKnown(each))),
    }
  }

  /** The objects watched beside the collection, as far as they are known. */
  beside(now: number): readonly Resource[] {
    return this.#beside.flatMap((part) => (part.outlook(now) === 'lost' ? [] : part.objects))
  }

  async close(): Promise<void> {
    this.#stop.abort()
    await Promise.all(this.#pumps)
  }

  /** A single gap for a cluster that does not answer at all. */
  #clusterGap(): Gap | undefined {
    const { failure, label } = this.member
    if (failure) return { cluster: label, fault: failure.fault, message: failure.message }
    const worst = this.parts.map(({ broken }) => broken?.failure).find((each) => each && CLUSTER_FAULTS.has(each.fault))
    return worst && { cluster: label, fault: worst.fault, message: worst.message }
  }
}

function gapsOf(label: string, { kind, listing, broken }: WatchedKind, isKnown: boolean): readonly Gap[] {
  const failures: readonly Failure[] = isKnown ? (listing?.failures ?? []) : [broken?.failure ?? NO_ANSWER]
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

const NO_ANSWER: Failure = { fault: 'timeout', message: 'no answer yet' }

function readingOf(
  label: string,
  { kind, listing, objects }: WatchedKind,
  outlook: string,
  isKnown: boolean,
): CollectedKind {
  const key = { cluster: label, kind: kindName(kind) }
  if (!isKnown || !listing) return { ...key, outcome: outlook === 'absent' ? 'notinstalled' : 'failed', count: 0 }
  const { apiVersion, verified, onlyNamespaces } = listing
  const reading: CollectedKind = { ...key, outcome: 'read', count: objects.length, apiVersion, verified }
  return onlyNamespaces === undefined ? reading : { ...reading, onlyNamespaces }
}
