// SPDX-License-Identifier: Apache-2.0
import type { Amount } from '../pools/amounts.ts'
import { bar } from '../status/usage-bar.ts'

/** Bytes in a unit that leaves at least two digits: 1536 TiB, 50 TiB, 5120 GiB. */
export function bytesText(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes / 10)) / 10)))
  return `${short(bytes / 2 ** (10 * power))} ${UNITS[power]}`
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB']

export const countText = (number: number): string => short(number)

const short = (number: number) => String(number >= 100 ? Math.round(number) : Math.round(number * 10) / 10)

/** A bar if use is known, else the total, else nothing. */
export function shareText(amount: Amount | undefined, format: (number: number) => string): string {
  const { total, used, unavailable } = amount ?? {}
  if (total && used !== undefined) return bar(used / total)
  if (total !== undefined) return `${format(total)} in all`
  return unavailable === undefined ? '' : 'unknown'
}
