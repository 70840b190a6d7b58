// SPDX-License-Identifier: Apache-2.0

import { resourceName } from '../../model/graph/kind.ts'
import { describeFailure } from '../../model/landscape/describe-failure.ts'
import { CLUSTER_FAULTS } from '../../model/landscape/fault.ts'
import type { LiveCluster } from './watched-cluster.ts'
import type { WatchedKind } from './watched-kind.ts'

/**
 * live: changes arrive as they happen. lagging: a watch broke, the data is slightly old. lost: nothing is known of the
 * cluster any more. polled: watch is forbidden, the cluster is listed at an interval.
 */
export type ConnectionStatus = 'live' | 'lagging' | 'lost' | 'polled'

/** The connection state of one cluster. */
export interface ClusterBadge {
  /** For example storage/st-pool-a. */
  readonly cluster: string
  readonly state: ConnectionStatus
  /** By the clock of the fleet. */
  readonly since: number
  readonly why?: string
}

export interface BadgeOptions {
  /** The previous badge; its `since` is kept while the state stays the same. */
  readonly before: ClusterBadge | undefined
  /** Watches of this cluster that LiveCluster does not own: kinds read by reference. */
  readonly more: readonly WatchedKind[]
}

export function badgeOf(cluster: LiveCluster, now: number, { before, more }: BadgeOptions): ClusterBadge {
  const { member } = cluster
  const connection = assessConnection(cluster, more, now)
  const since = before?.state === connection.state ? before.since : (connection.since ?? (before ? now : cluster.since))
  return {
    cluster: member.label,
    state: connection.state,
    since,
    ...(connection.why === undefined ? {} : { why: connection.why }),
  }
}

interface Connection {
  readonly state: ConnectionStatus
  readonly since?: number
  readonly why?: string
}

function assessConnection({ member, parts }: LiveCluster, more: readonly WatchedKind[], now: number): Connection {
  if (member.failure) return { state: 'lost', why: member.failure.message }
  const followed = [...parts, ...more].filter((part) => affectsConnection(part, now))
  const broken = followed.filter((part) => part.broken)
  const [first] = broken.toSorted((a, b) => (a.broken?.since ?? 0) - (b.broken?.since ?? 0))
  if (first?.broken) {
    const { since, failure } = first.broken
    const isLost = followed.every((part) => part.outlook(now) === 'lost')
    const why = CLUSTER_FAULTS.has(failure.fault) ? failure.message : describeFailure(failure)
    return { state: isLost ? 'lost' : 'lagging', since, why }
  }
  if (followed.some((part) => part.outlook(now) === 'waiting')) return { state: 'lagging', why: 'no answer yet' }
  const polled = followed.filter((part) => part.polled)
  return polled.length > 0 ? { state: 'polled', why: describePolling(polled, followed) } : { state: 'live' }
}

/** A forbidden or missing kind is no connection problem: the report itself shows it. */
function affectsConnection(part: WatchedKind, now: number): boolean {
  const outlook = part.outlook(now)
  if (outlook === 'absent') return false
  return part.listing !== undefined || part.broken === undefined || CLUSTER_FAULTS.has(part.broken.failure.fault)
}

function describePolling(polled: readonly WatchedKind[], all: readonly WatchedKind[]): string {
  const every = Math.round(Math.max(...polled.map((part) => part.polled?.every ?? 0)) / 1000)
  const names = polled.map(({ kind }) => resourceName(kind))
  const what = polled.length === all.length ? 'everything' : names.slice(0, 3).join(', ')
  const more = polled.length > 3 && polled.length < all.length ? ` and ${polled.length - 3} more` : ''
  return `may not be watched: ${what}${more}; listed every ${every}s`
}
