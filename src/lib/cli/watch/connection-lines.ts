// SPDX-License-Identifier: Apache-2.0
import type { State } from '../../model/report/report.ts'
import type { Cell, Tone } from '../../model/report/view.ts'
import { formatAge } from '../../model/text/time.ts'
import type { ClusterBadge, ConnectionStatus } from '../../pipeline/live/connection-state.ts'

/** For example 12:00:05Z. */
const timeOfDay = (time: number): string => `${new Date(time).toISOString().slice(11, 19)}Z`

/** The verdict and the connection state: one line, and one more for each cluster that is not live. */
export function badgeLines(badges: readonly ClusterBadge[], now: number, verdict?: State): readonly Cell[] {
  const others = badges.filter(({ state }) => state !== 'live')
  const count = badges.length - others.length
  const all = badges.length === 1 ? 'the cluster is live' : `all ${badges.length} clusters live`
  const head =
    others.length === 0 ? all : `${count} of ${badges.length} ${badges.length === 1 ? 'cluster' : 'clusters'} live`
  return [
    { text: [timeOfDay(now), verdict, head, 'Ctrl-C ends it'].filter(Boolean).join(' · '), tone: 'dim' },
    ...others.map((badge) => ({ text: badgeText(badge, now), tone: TONES[badge.state] })),
  ]
}

/** For example storage/st-pool-a: lagging since 12:00:05Z (7s): connection refused. */
function badgeText({ cluster, state, since, why }: ClusterBadge, now: number): string {
  const age = state === 'live' ? '' : ` since ${timeOfDay(since)} (${formatAge(now - since)})`
  return `${cluster}: ${state}${age}${why === undefined ? '' : `: ${why}`}`
}

const TONES: Readonly<Record<ConnectionStatus, Tone>> = { live: 'good', lagging: 'busy', lost: 'bad', polled: 'busy' }
