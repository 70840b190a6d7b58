// SPDX-License-Identifier: Apache-2.0
import { abortTrouble } from './deadline.ts'

/** Admits callers in order of arrival. */
export class Semaphore {
  readonly #capacity: number
  readonly #waiting: Set<() => void> = new Set()
  #active = 0

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** Resolves with an idempotent release function; rejects when the signal aborts first. */
  async enter(signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw abortTrouble(signal)
    if (this.#active >= this.#capacity) await this.#wait(signal)
    else this.#active++
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      this.#release()
    }
  }

  /** Hands the slot to the next waiting caller, so that no other caller can take it first. */
  #release(): void {
    const [next] = this.#waiting
    if (next === undefined) this.#active--
    else {
      this.#waiting.delete(next)
      next()
    }
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const admit = () => {
        signal.removeEventListener('abort', onAbort)
        resolve()
      }
      const onAbort = () => {
        this.#waiting.delete(admit)
        reject(abortTrouble(signal))
      }
      this.#waiting.add(admit)
      signal.addEventListener('abort', onAbort, { once: true })
    })
  }
}
