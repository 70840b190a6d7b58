// SPDX-License-Identifier: Apache-2.0

import { type KindSpec, kindName } from '../../model/graph/kind.ts'
import { describeFailure } from '../../model/landscape/describe-failure.ts'
import { CLUSTER_FAULTS, type Failure } from '../../model/landscape/fault.ts'
import type { Gap } from '../../model/landscape/gap.ts'
import type { Cluster, Resource } from '../../model/object/resource.ts'
import { toFailure } from '../failure.ts'
import { inParallel } from '../parallel.ts'
import type { ClusterClient, Listing, ListOptions } from '../types.ts'

export interface ReadableMember {
  readonly cluster: Cluster
  /** Name in gaps, for example storage/st-pool-a. */
  readonly label: string
  readonly client: Pick<ClusterClient, 'served' | 'list'>
}

export interface CollectedKind {
  readonly cluster: string
  readonly kind: string
  readonly outcome: 'read' | 'notinstalled' | 'failed'
  readonly count: number
  readonly apiVersion?: string
  /** False when the API version is newer than this tool. */
  readonly verified?: boolean
  readonly onlyNamespaces?: readonly string[]
  /** See KindReading. */
  readonly onlyExplains?: boolean
  /** Objects read by name where the list is forbidden, by namespace. */
  readonly onlyNames?: ReadonlyMap<string, ReadonlySet<string>>
}

export interface Collection {
  readonly objects: readonly Resource[]
  readonly gaps: readonly Gap[]
  readonly read: readonly CollectedKind[]
}

export type CollectOptions = ListOptions & {
  /** Reads kinds regardless of the cluster's roles. */
  readonly anyRole?: boolean
}

/** All kinds at once: HTTP/2 sends them on one connection, HTTP/1.1 queues them for its eight connections. */
const KINDS_AT_ONCE = 100

/**
 * Reads the kinds from all clusters independently and at once. Never throws: what cannot be read becomes a gap, one per
 * kind, or one for an unreachable cluster. A kind that is not installed is no gap.
 */
export async function collect(
  members: readonly ReadableMember[],
  kinds: readonly KindSpec[],
  options: CollectOptions = {},
): Promise<Collection> {
  const parts = await Promise.all(members.map((member) => readMember(member, kindsOf(member, kinds, options), options)))
  return {
    objects: parts.flatMap(({ objects }) => objects),
    gaps: parts.flatMap(({ gaps }) => gaps),
    read: parts.flatMap(({ read }) => read),
  }
}

type Result = { readonly kind: KindSpec } & ({ readonly listing: Listing } | { readonly failure: Failure })

async function readMember(
  member: ReadableMember,
  kinds: readonly KindSpec[],
  options: ListOptions,
): Promise<Collection> {
  const discoveryFailure = await failureOf(() => member.client.served())
  if (discoveryFailure !== undefined) return unreachableCollection(member, kinds, discoveryFailure)
  // After the cluster became unreachable, skip further requests: each would wait for its own deadline.
  let connectionFailure: Failure | undefined
  const results = await inParallel(kinds, KINDS_AT_ONCE, async (kind): Promise<Result> => {
    if (connectionFailure !== undefined) return { kind, failure: connectionFailure }
    try {
      return { kind, listing: await member.client.list(kind, options) }
    } catch (error) {
      const failure = toFailure(error)
      if (CLUSTER_FAULTS.has(failure.fault) && failure.fault !== 'timeout') connectionFailure = failure
      return { kind, failure }
    }
  })
  const isUnreachable = connectionFailure !== undefined && results.every((result) => 'failure' in result)
  return isUnreachable && connectionFailure !== undefined
    ? unreachableCollection(member, kinds, connectionFailure)
    : collectionOf(member, results)
}

function collectionOf(member: ReadableMember, results: readonly Result[]): Collection {
  return {
    objects: results.flatMap((result) =>
      'listing' in result ? result.listing.items.map((object) => ({ cluster: member.cluster, object })) : [],
    ),
    gaps: results.flatMap((result) => gapsOf(member, result)),
    read: results.map((result) => collectedKind(member, result)),
  }
}

function gapsOf(member: ReadableMember, result: Result): readonly Gap[] {
  const failures = 'failure' in result ? [result.failure] : result.listing.failures
  return failures
    .filter(({ fault }) => fault !== 'notinstalled')
    .map((failure) => ({
      cluster: member.label,
      kind: kindName(result.kind),
      ...(failure.namespace === undefined ? {} : { namespace: failure.namespace }),
      fault: failure.fault,
      message: describeFailure(failure),
    }))
}

function collectedKind(member: ReadableMember, result: Result): CollectedKind {
  const about = { cluster: member.label, kind: kindName(result.kind) }
  if ('failure' in result)
    return { ...about, outcome: result.failure.fault === 'notinstalled' ? 'notinstalled' : 'failed', count: 0 }
  const { items, apiVersion, verified, onlyNamespaces } = result.listing
  const reading: CollectedKind = { ...about, outcome: 'read', count: items.length, apiVersion, verified }
  return onlyNamespaces === undefined ? reading : { ...reading, onlyNamespaces }
}

function unreachableCollection(member: ReadableMember, kinds: readonly KindSpec[], failure: Failure): Collection {
  // Only fault and message: the request that failed does not matter when the cluster is unreachable.
  const { fault, message } = failure
  return {
    objects: [],
    gaps: [{ cluster: member.label, fault, message }],
    read: kinds.map((kind) => ({ cluster: member.label, kind: kindName(kind), outcome: 'failed', count: 0 })),
  }
}

function kindsOf(
  { cluster }: ReadableMember,
  kinds: readonly KindSpec[],
  { anyRole }: CollectOptions,
): readonly KindSpec[] {
  const roles = new Set(cluster.roles.map(({ role }) => role))
  return anyRole === true ? kinds : kinds.filter((kind) => kind.roles.some((role) => roles.has(role)))
}

async function failureOf(work: () => Promise<unknown>): Promise<Failure | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    return toFailure(error)
  }
}
