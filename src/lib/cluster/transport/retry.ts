// SPDX-License-Identifier: Apache-2.0

import type { TransportError } from './transport-error.ts'
import type { ApiRequest } from './types.ts'

export const TRIES = 4

const FIRST_WAIT = 200
const LONGEST_WAIT = 5000
/** Longer Retry-After values are not waited for. */
export const LONGEST_RETRY_AFTER = 30_000

const RETRYABLE_READS = new Set([429, 500, 502, 503, 504])

export function mayRepeatAfter(error: TransportError, method: ApiRequest['method']): boolean {
  return error.again === 'always' || (error.again === 'reads' && method === 'GET')
}

/** A write only if it was not processed: never after 500, which server-side apply also uses for schema errors. */
export function mayRepeatStatus(status: number, method: ApiRequest['method'], retryAfter: number | undefined): boolean {
  if (method === 'GET') return RETRYABLE_READS.has(status)
  return status === 429 || (status === 503 && retryAfter !== undefined)
}

/** Full jitter: random between zero and a limit that doubles with each try, but at least Retry-After. */
export function waitBefore(nextTry: number, random: number, retryAfter = 0): number {
  const limit = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (nextTry - 2))
  return Math.max(retryAfter, Math.round(random * limit))
}

/** Retry-After in ms, from seconds or a date; undefined when absent or invalid. */
export function retryAfterOf(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const text = headers['retry-after']?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  // Date.parse alone accepts nearly anything, even -1.
  const date = /^[A-Z][a-z]{2,8}, .* GMT$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
