// SPDX-License-Identifier: Apache-2.0
import { safeLine } from '../../model/text/sanitize.ts'
import type { Credential, Credentials } from '../credentials/types.ts'
import { ClusterError } from '../failure.ts'
import { abortTrouble, orAborted } from './deadline.ts'
import type { Rate } from './rate.ts'
import { LONGEST_RETRY_AFTER, mayRepeatAfter, mayRepeatStatus, retryAfterOf, TRIES, waitBefore } from './retry.ts'
import { failed, TransportError } from './transport-error.ts'
import type { ApiRequest, Clock, TransportEvent } from './types.ts'

/** The part of an answer that decides whether it is final. */
export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Called when the answer is not the final one. */
  discard(): void
}

export interface RetryRules {
  readonly credentials: Credentials
  readonly rate: Rate
  readonly clock: Clock
  /** No wait goes past this time. */
  readonly deadline: number
  readonly onEvent: (event: TransportEvent) => void
}

/**
 * Sends a request until there is a final answer: again after faults that pass, once more after a 401 when another
 * credential can be had. Throws ClusterError. `once` sends one time and throws Trouble.
 */
export async function sendWithRetry<A extends Answered>(
  request: ApiRequest,
  rules: RetryRules,
  signal: AbortSignal,
  once: (credential: Credential) => Promise<A>,
): Promise<{ readonly answered: A; readonly attempts: number }> {
  const { credentials, clock } = rules
  let attempts = 0
  let tries = 0
  let refreshed = false
  try {
    for (;;) {
      await rules.rate.take(signal)
      const credential = await orAborted(credentials.current(signal), signal)
      attempts++
      tries++
      const outcome = await once(credential).catch((error: unknown) => {
        if (error instanceof TransportError) return error
        throw error
      })
      if (!(outcome instanceof TransportError) && outcome.status === 401) {
        outcome.discard()
        if (refreshed || !(await orAborted(credentials.refresh(credential, signal), signal)))
          throw notLoggedIn(credentials.label, refreshed)
        refreshed = true
        tries--
        continue
      }
      const next = verdict(outcome, request, clock.now())
      if (next.type === 'final') return { answered: next.answered, attempts }
      if (next.type === 'failed' || tries >= TRIES) throw next.trouble
      const wait = waitBefore(tries + 1, clock.random(), next.retryAfter)
      if (wait > LONGEST_RETRY_AFTER || clock.now() + wait >= rules.deadline) throw next.trouble
      rules.onEvent(waiting(wait, next.trouble))
      await clock.sleep(wait, signal)
      if (signal.aborted) throw abortTrouble(signal)
    }
  } catch (error) {
    throw inContext(error, request, attempts)
  }
}

type Verdict<A> =
  | { readonly type: 'final'; readonly answered: A }
  | { readonly type: 'failed'; readonly trouble: TransportError }
  | { readonly type: 'again'; readonly trouble: TransportError; readonly retryAfter?: number }

function verdict<A extends Answered>(outcome: A | TransportError, request: ApiRequest, now: number): Verdict<A> {
  if (outcome instanceof TransportError)
    return { type: mayRepeatAfter(outcome, request.method) ? 'again' : 'failed', trouble: outcome }
  const { status, headers } = outcome
  if (status >= 300 && status < 400) {
    outcome.discard()
    return { type: 'failed', trouble: redirected(status, headers['location']) }
  }
  const retryAfter = retryAfterOf(headers, now)
  const again = mayRepeatStatus(status, request.method, retryAfter)
  const bad = status === 429 || (status >= 500 && request.method === 'GET') || status < 200
  if (!bad && !again) return { type: 'final', answered: outcome }
  outcome.discard()
  const trouble = statusTrouble(status, retryAfter)
  if (!again) return { type: 'failed', trouble }
  return { type: 'again', trouble, ...(retryAfter === undefined ? {} : { retryAfter }) }
}

function redirected(status: number, location: string | undefined): TransportError {
  const host = location !== undefined && URL.canParse(location) ? new URL(location).host : 'another path'
  const message = `the server redirects to ${safeLine(host, 200)}, which is not followed`
  return new TransportError('redirect', message, {
    httpStatus: status,
    hint: 'a login page or a load balancer in between? check the server',
  })
}

function statusTrouble(status: number, retryAfter: number | undefined): TransportError {
  const more = { httpStatus: status, again: 'reads' as const }
  const asked = retryAfter === undefined ? '' : `, asks to wait ${Math.ceil(retryAfter / 1000)}s`
  if (status === 429) return new TransportError('throttled', `server busy (429${asked})`, more)
  return new TransportError('server', `server error (${status}${asked})`, more)
}

function notLoggedIn(label: string, refreshed: boolean): TransportError {
  const how = refreshed ? `after refreshing with ${label}` : `with ${label}`
  return new TransportError('unauthorized', `not logged in (401 ${how})`, { httpStatus: 401 })
}

function waiting(ms: number, trouble: TransportError): TransportEvent {
  const { httpStatus, message } = trouble
  return { type: 'waiting', ms, reason: message, ...(httpStatus === undefined ? {} : { httpStatus }) }
}

function inContext(error: unknown, request: ApiRequest, attempts: number): unknown {
  if (error instanceof TransportError) return failed(error, request, attempts)
  // credentials throw this; they do not know what the request was about
  if (error instanceof ClusterError)
    return new ClusterError({ ...aboutOf(request), ...error.failure }, { cause: error })
  return error
}

function aboutOf({ about }: ApiRequest) {
  return about ?? {}
}
