// SPDX-License-Identifier: Apache-2.0

import type { Cell } from '../../model/report/view.ts'
import { formatAge } from '../../model/text/time.ts'

export interface ClockRow {
  readonly cluster: string
  /** The cluster's clock minus the local one, in milliseconds. */
  readonly skew: number
}

/** Date headers have a resolution of one second and responses take time: smaller differences are noise. */
const MIN_SKEW = 2000

export const clocksOf = (skews: ReadonlyMap<string, number>): readonly ClockRow[] =>
  [...skews].filter(([, skew]) => Math.abs(skew) >= MIN_SKEW).map(([cluster, skew]) => ({ cluster, skew }))

/** Converts a cluster's timestamp to the local clock; undefined if it is not a timestamp. */
export function byOurClock(clocks: readonly ClockRow[], cluster: string, time: string | undefined): string | undefined {
  const milliseconds = Date.parse(time ?? '')
  if (Number.isNaN(milliseconds)) return undefined
  const skew = clocks.find((clock) => clock.cluster === cluster)?.skew ?? 0
  return new Date(milliseconds - skew).toISOString().replace('.000Z', 'Z')
}

export const clockLine = ({ cluster, skew }: ClockRow): Cell => ({
  text: `the clock of ${cluster} is ${formatAge(Math.abs(skew))} ${skew > 0 ? 'ahead of' : 'behind'} ours: its times are corrected by that`,
  tone: 'busy',
})
