// SPDX-License-Identifier: Apache-2.0
import type { Fleet } from '../fleet/member.ts'

/** By how much the clock of each cluster is ahead of ours, in ms. A demo lives at the time of its scenario and has none. */
export function clockSkews({ members }: Pick<Fleet, 'members'>): ReadonlyMap<string, number> {
  return new Map(
    members.flatMap(({ label, client, version }) => {
      const skew = version?.endsWith('+demo') ? undefined : client?.clockSkew()
      return skew === undefined ? [] : [[label, skew] as const]
    }),
  )
}
