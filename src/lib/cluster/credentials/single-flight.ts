// SPDX-License-Identifier: Apache-2.0
import { ClusterError } from '../failure.ts'

export interface SharedFlight<T> {
  /** Waits for the current run, or starts one. The signal ends the waiting, not the run. */
  join(signal: AbortSignal): Promise<T>
  readonly busy: boolean
}

/** Concurrent callers share one run. It is aborted only when no caller waits for it any more. */
export function singleFlight<T>(run: (signal: AbortSignal) => Promise<T>): SharedFlight<T> {
  let flight: { readonly done: Promise<T>; readonly stop: AbortController; waiters: number } | undefined

  const start = () => {
    const stop = new AbortController()
    const started = { done: run(stop.signal), stop, waiters: 0 }
    const clear = () => {
      if (flight === started) flight = undefined
    }
    started.done.then(clear, clear)
    return started
  }

  return {
    get busy() {
      return flight !== undefined
    },
    join: async (signal) => {
      if (signal.aborted) throw cancelled()
      flight ??= start()
      const joined = flight
      joined.waiters += 1
      try {
        return await untilAborted(joined.done, signal)
      } finally {
        joined.waiters -= 1
        if (joined.waiters === 0) {
          joined.stop.abort()
          if (flight === joined) flight = undefined
        }
      }
    },
  }
}

function untilAborted<T>(done: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(cancelled())
    signal.addEventListener('abort', onAbort, { once: true })
    done.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

const cancelled = () => new ClusterError({ fault: 'cancelled', message: 'stopped while waiting for the login' })
