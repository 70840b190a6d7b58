// SPDX-License-Identifier: Apache-2.0

import type { TransportError } from './transport-error.ts'
import type { ApiRequest } from './types.ts'

export const TRIES = 4

const FIRST_WAIT = 200
const LONGEST_WAIT = 5000
/** A server that asks for more than this is not waited for. */
export const LONGEST_RETRY_AFTER = 30_000

const READ_AGAIN = new Set([429, 500, 502, 503, 504])

/** True when a request of this method may be sent again after such a failure. */
export function mayRepeatAfter(trouble: TransportError, method: ApiRequest['method']): boolean {
  return trouble.again === 'always' || (trouble.again === 'reads' && method === 'GET')
}

/**
 * True when a request of this method may be sent again after such an answer. A write only when the server says it did
 * not process it: never after a bare 500, which is also how schema errors of server-side apply come.
 */
export function mayRepeatStatus(status: number, method: ApiRequest['method'], retryAfter: number | undefined): boolean {
  if (method === 'GET') return READ_AGAIN.has(status)
  return status === 429 || (status === 503 && retryAfter !== undefined)
}

/** Full jitter: anything from nothing to a limit that doubles with each try. Never less than the server asked for. */
export function waitBefore(nextTry: number, random: number, retryAfter = 0): number {
  const limit = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (nextTry - 2))
  return Math.max(retryAfter, Math.round(random * limit))
}

/** The Retry-After header in ms: seconds or a date; undefined when there is none or it makes no sense. */
export function retryAfterOf(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const text = headers['retry-after']?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  // Date.parse alone takes nearly anything for a date, even -1
  const date = /^[A-Z][a-z]{2,8}, .* GMT$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
