// SPDX-License-Identifier: Apache-2.0
import type { Clock } from './types.ts'

export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      signal.addEventListener('abort', done, { once: true })
      if (signal.aborted) done()
    }),
}

/** Demos run at the time of their scenario. */
export const shiftedClock = (offset: number): Clock => ({ ...systemClock, now: () => Date.now() + offset })
