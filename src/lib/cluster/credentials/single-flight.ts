// SPDX-License-Identifier: Apache-2.0
import { ClusterError } from '../failure.ts'

export interface SharedFlight<T> {
  /** Waits for the run that is under way, or starts one. The signal ends the waiting, not the run. */
  join(signal: AbortSignal): Promise<T>
  readonly busy: boolean
}

/** Many callers, one run. The run is stopped only when nobody waits for it any more. */
export function singleFlight<T>(run: (signal: AbortSignal) => Promise<T>): SharedFlight<T> {
  let flight: { readonly done: Promise<T>; readonly stop: AbortController; waiting: number } | undefined

  const start = () => {
    const stop = new AbortController()
    const started = { done: run(stop.signal), stop, waiting: 0 }
    const over = () => {
      if (flight === started) flight = undefined
    }
    started.done.then(over, over)
    return started
  }

  return {
    get busy() {
      return flight !== undefined
    },
    join: async (signal) => {
      if (signal.aborted) throw cancelled()
      flight ??= start()
      const mine = flight
      mine.waiting += 1
      try {
        return await untilAborted(mine.done, signal)
      } finally {
        mine.waiting -= 1
        if (mine.waiting === 0) {
          mine.stop.abort()
          if (flight === mine) flight = undefined
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
