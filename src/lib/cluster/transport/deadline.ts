// SPDX-License-Identifier: Apache-2.0
import { TransportError } from './transport-error.ts'

export interface Deadline {
  readonly signal: AbortSignal
  /** True when the time limit was reached, as opposed to an aborted parent. */
  expired(): boolean
  /** Must be called after the work: releases the timer and the listeners on the parents. */
  end(): void
}

const LONGEST_TIMER = 2 ** 31 - 1

/** Aborts after so many ms or with any of its parents. Infinity means no time limit. */
export function startDeadline(ms: number, ...parents: readonly (AbortSignal | undefined)[]): Deadline {
  const controller = new AbortController()
  let expired = false
  // AbortSignal.any would stay attached to the long-lived, shared parents until garbage collection.
  const links = parents.flatMap((parent) => {
    if (parent === undefined) return []
    const onAbort = () => controller.abort(parent.reason)
    if (parent.aborted) onAbort()
    else parent.addEventListener('abort', onAbort, { once: true })
    return [() => parent.removeEventListener('abort', onAbort)]
  })
  const timer = Number.isFinite(ms)
    ? setTimeout(
        () => {
          if (controller.signal.aborted) return
          expired = true
          controller.abort(new TransportError('timeout', `not done within ${seconds(ms)}`))
        },
        Math.min(ms, LONGEST_TIMER),
      )
    : undefined
  return {
    signal: controller.signal,
    expired: () => expired,
    end: () => {
      clearTimeout(timer)
      for (const unlink of links) unlink()
    },
  }
}

/** Rejects as soon as the signal aborts. The promise itself continues, and its rejection is always handled. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(abortTrouble(signal))
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

/** Distinguishes the time limit of the command from a cancellation. */
export function abortTrouble(signal: AbortSignal): TransportError {
  const reason: unknown = signal.reason
  if (reason instanceof TransportError) return reason
  if (reason instanceof Error && reason.name === 'TimeoutError')
    return new TransportError('timeout', 'timed out (--timeout)')
  return new TransportError('cancelled', 'cancelled')
}

/** 15s, 0.3s */
export function seconds(ms: number): string {
  return `${Number((ms / 1000).toFixed(ms < 1000 ? 2 : 1))}s`
}
