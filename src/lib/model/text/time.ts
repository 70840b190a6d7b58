// SPDX-License-Identifier: Apache-2.0
const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Milliseconds of a duration (300ms, 15s, 1h30m); a bare number is seconds, as in kubectl. undefined if invalid. */
export function parseDuration(text: string): number | undefined {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000
  if (!/^(\d+(\.\d+)?(ms|s|m|h|d))+$/.test(text)) return undefined
  let sum = 0
  for (const [, number, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g))
    sum += Number(number) * (UNITS[unit ?? ''] ?? 0)
  return sum
}

/** An age as kubectl prints it: 45s, 12m, 5h, 41d. Two digits of precision are enough to act on. */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 120) return `${seconds}s`
  if (seconds < 2 * 3600) return `${Math.floor(seconds / 60)}m`
  if (seconds < 2 * 86_400) return `${Math.floor(seconds / 3600)}h`
  if (seconds < 2 * 365 * 86_400) return `${Math.floor(seconds / 86_400)}d`
  return `${Math.floor(seconds / (365 * 86_400))}y`
}

/** Whether a time is longer ago than `age`; false if it is absent or invalid. */
export const isOlder = (time: string | undefined, age: number, now: number): boolean =>
  time !== undefined && now - Date.parse(time) > age

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
