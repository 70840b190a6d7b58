// SPDX-License-Identifier: Apache-2.0
/** The API server's format in Table cells: 2m8s, 3h12m, 41d. */
export function humanDuration(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  if (seconds < -1) return '<invalid>'
  if (seconds < 0) return '0s'
  if (seconds < 120) return `${seconds}s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 10) return both(minutes, 'm', seconds % 60, 's')
  if (minutes < 180) return `${minutes}m`
  const hours = Math.floor(minutes / 60)
  if (hours < 8) return both(hours, 'h', minutes % 60, 'm')
  if (hours < 48) return `${hours}h`
  const days = Math.floor(hours / 24)
  if (hours < 192) return both(days, 'd', hours % 24, 'h')
  if (hours < 24 * 365 * 2) return `${days}d`
  const years = Math.floor(days / 365)
  return hours < 24 * 365 * 8 ? both(years, 'y', days % 365, 'd') : `${years}y`
}

const both = (big: number, unit: string, small: number, smaller: string) =>
  small === 0 ? `${big}${unit}` : `${big}${unit}${small}${smaller}`

export function ageCell(timestamp: unknown, now: number): string {
  const time = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN
  return Number.isNaN(time) ? '<unknown>' : humanDuration(now - time)
}
