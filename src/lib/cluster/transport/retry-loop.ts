// SPDX-License-Identifier: Apache-2.0
import { safeLine } from '../../model/text/sanitize.ts'
import type { Credential, Credentials } from '../credentials/types.ts'
import { ClusterError } from '../failure.ts'
import { abortTrouble, orAborted } from './deadline.ts'
import type { Rate } from './rate.ts'
import { LONGEST_RETRY_AFTER, mayRepeatAfter, mayRepeatStatus, retryAfterOf, TRIES, waitBefore } from './retry.ts'
import { failed, TransportError } from './transport-error.ts'
import type { ApiRequest, Clock, TransportEvent } from './types.ts'

export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Called when the answer is not final. */
  discard(): void
}

export interface RetryRules {
  readonly credentials: Credentials
  readonly rate: Rate
  readonly clock: Clock
  /** No wait extends beyond this time. */
  readonly deadline: number
  readonly onEvent: (event: TransportEvent) => void
}

/**
 * Repeats a request until there is a final answer: after transient faults, and once after a 401 when the credential
 * could be refreshed. Throws ClusterError. `once` sends one time and throws TransportError.
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
          throw unauthorizedError(credentials.label, refreshed)
        refreshed = true
        tries--
        continue
      }
      const next = decide(outcome, request, clock.now())
      if (next.type === 'final') return { answered: next.answered, attempts }
      if (next.type === 'failed' || tries >= TRIES) throw next.error
      const wait = waitBefore(tries + 1, clock.random(), next.retryAfter)
      if (wait > LONGEST_RETRY_AFTER || clock.now() + wait >= rules.deadline) throw next.error
      rules.onEvent(waitingEvent(wait, next.error))
      await clock.sleep(wait, signal)
      if (signal.aborted) throw abortTrouble(signal)
    }
  } catch (error) {
    throw inContext(error, request, attempts)
  }
}

type RetryDecision<A> =
  | { readonly type: 'final'; readonly answered: A }
  | { readonly type: 'failed'; readonly error: TransportError }
  | { readonly type: 'again'; readonly error: TransportError; readonly retryAfter?: number }

function decide<A extends Answered>(outcome: A | TransportError, request: ApiRequest, now: number): RetryDecision<A> {
  if (outcome instanceof TransportError)
    return { type: mayRepeatAfter(outcome, request.method) ? 'again' : 'failed', error: outcome }
  const { status, headers } = outcome
  if (status >= 300 && status < 400) {
    outcome.discard()
    return { type: 'failed', error: redirectError(status, headers['location']) }
  }
  const retryAfter = retryAfterOf(headers, now)
  const canRepeat = mayRepeatStatus(status, request.method, retryAfter)
  const isError = status === 429 || (status >= 500 && request.method === 'GET') || status < 200
  if (!isError && !canRepeat) return { type: 'final', answered: outcome }
  outcome.discard()
  const error = statusError(status, retryAfter)
  if (!canRepeat) return { type: 'failed', error }
  return { type: 'again', error, ...(retryAfter === undefined ? {} : { retryAfter }) }
}

function redirectError(status: number, location: string | undefined): TransportError {
  const host = location !== undefined && URL.canParse(location) ? new URL(location).host : 'another path'
  const message = `the server redirects to ${safeLine(host, 200)}, which is not followed`
  return new TransportError('redirect', message, {
    httpStatus: status,
    hint: 'check the server address: a login page or a load balancer may be in between',
  })
}

function statusError(status: number, retryAfter: number | undefined): TransportError {
  const more = { httpStatus: status, again: 'reads' as const }
  const waitText = retryAfter === undefined ? '' : `, asks to wait ${Math.ceil(retryAfter / 1000)}s`
  if (status === 429) return new TransportError('throttled', `server busy (429${waitText})`, more)
  return new TransportError('server', `server error (${status}${waitText})`, more)
}

function unauthorizedError(label: string, refreshed: boolean): TransportError {
  const how = refreshed ? `after refreshing with ${label}` : `with ${label}`
  return new TransportError('unauthorized', `not logged in (401 ${how})`, { httpStatus: 401 })
}

function waitingEvent(ms: number, error: TransportError): TransportEvent {
  const { httpStatus, message } = error
  return { type: 'waiting', ms, reason: message, ...(httpStatus === undefined ? {} : { httpStatus }) }
}

function inContext(error: unknown, request: ApiRequest, attempts: number): unknown {
  if (error instanceof TransportError) return failed(error, request, attempts)
  // Credentials throw this without the context of the request.
  if (error instanceof ClusterError)
    return new ClusterError({ ...aboutOf(request), ...error.failure }, { cause: error })
  return error
}

function aboutOf({ about }: ApiRequest) {
  return about ?? {}
}
