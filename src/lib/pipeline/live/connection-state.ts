// SPDX-License-Identifier: Apache-2.0

import { resourceName } from '../../model/graph/kind.ts'
import { describeFailure } from '../../model/landscape/describe-failure.ts'
import { CLUSTER_FAULTS } from '../../model/landscape/fault.ts'
import type { LiveCluster } from './watched-cluster.ts'
import type { WatchedKind } from './watched-kind.ts'

/**
 * live: every change is told as it happens. lagging: a watch broke, what is shown is a little old. lost: nothing is known
 * of the cluster any more. polled: it may not be watched and is listed at an interval.
 */
export type ConnectionStatus = 'live' | 'lagging' | 'lost' | 'polled'

/** How well one cluster is followed. */
export interface ClusterBadge {
  /** storage/st-pool-a */
  readonly cluster: string
  readonly state: ConnectionStatus
  /** When this began, by the clock of the landscape. */
  readonly since: number
  readonly why?: string
}

export interface BadgeOptions {
  /** The badge it had, whose time goes on while nothing changes. */
  readonly before: ClusterBadge | undefined
  /** What is followed of it beside its own parts. */
  readonly more: readonly WatchedKind[]
}

/** How well a cluster is followed now. */
export function badgeOf(cluster: LiveCluster, now: number, { before, more }: BadgeOptions): ClusterBadge {
  const { member } = cluster
  const told = judged(cluster, more, now)
  const since = before?.state === told.state ? before.since : (told.since ?? (before ? now : cluster.since))
  return { cluster: member.label, state: told.state, since, ...(told.why === undefined ? {} : { why: told.why }) }
}

interface Told {
  readonly state: ConnectionStatus
  readonly since?: number
  readonly why?: string
}

function judged({ member, parts }: LiveCluster, more: readonly WatchedKind[], now: number): Told {
  if (member.failure) return { state: 'lost', why: member.failure.message }
  const followed = [...parts, ...more].filter((part) => counts(part, now))
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
  return polled.length > 0 ? { state: 'polled', why: pollWords(polled, followed) } : { state: 'live' }
}

/** What was never let out, or is not installed, is no trouble of following: the answer itself tells it. */
function counts(part: WatchedKind, now: number): boolean {
  const outlook = part.outlook(now)
  if (outlook === 'absent') return false
  return part.listing !== undefined || part.broken === undefined || CLUSTER_FAULTS.has(part.broken.failure.fault)
}

function pollWords(polled: readonly WatchedKind[], all: readonly WatchedKind[]): string {
  const every = Math.round(Math.max(...polled.map((part) => part.polled?.every ?? 0)) / 1000)
  const names = polled.map(({ kind }) => resourceName(kind))
  const what = polled.length === all.length ? 'everything' : names.slice(0, 3).join(', ')
  const more = polled.length > 3 && polled.length < all.length ? ` and ${polled.length - 3} more` : ''
  return `may not be watched: ${what}${more}; listed every ${every}s`
}
