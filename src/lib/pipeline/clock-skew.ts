// SPDX-License-Identifier: Apache-2.0
import type { Fleet } from '../fleet/member.ts'

/** How far each cluster's clock is ahead of ours, in ms. A demo runs at its scenario's time and has no skew. */
export function clockSkews({ members }: Pick<Fleet, 'members'>): ReadonlyMap<string, number> {
  return new Map(
    members.flatMap(({ label, client, version }) => {
      const skew = version?.endsWith('+demo') ? undefined : client?.clockSkew()
      return skew === undefined ? [] : [[label, skew] as const]
    }),
  )
}
