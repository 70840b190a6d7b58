// SPDX-License-Identifier: Apache-2.0

import type { Cell } from '../../model/report/view.ts'
import { formatAge } from '../../model/text/time.ts'

/** A cluster whose clock differs from ours. */
export interface ClockRow {
  readonly cluster: string
  /** Its clock minus ours, in ms. */
  readonly skew: number
}

/** A Date header has no fractions, and an answer takes its time: less than this is no difference. */
const SKEW = 2000

/** Clocks that differ from ours, from the skew of each cluster, in ms. */
export const clocksOf = (skews: ReadonlyMap<string, number>): readonly ClockRow[] =>
  [...skews].filter(([, skew]) => Math.abs(skew) >= SKEW).map(([cluster, skew]) => ({ cluster, skew }))

/** A time of a cluster by our clock; undefined for something that is no time. */
export function byOurClock(clocks: readonly ClockRow[], cluster: string, time: string | undefined): string | undefined {
  const at = Date.parse(time ?? '')
  if (Number.isNaN(at)) return undefined
  const skew = clocks.find((clock) => clock.cluster === cluster)?.skew ?? 0
  return new Date(at - skew).toISOString().replace('.000Z', 'Z')
}

/** What people must know of it. */
export const clockLine = ({ cluster, skew }: ClockRow): Cell => ({
  text: `the clock of ${cluster} is ${formatAge(Math.abs(skew))} ${skew > 0 ? 'ahead of' : 'behind'} ours: its times are corrected by that`,
  tone: 'busy',
})
