// SPDX-License-Identifier: Apache-2.0
import { abortTrouble } from './deadline.ts'

/** Lets so many through at once; the others wait in order. */
export class Semaphore {
  readonly #capacity: number
  readonly #waiting: Set<() => void> = new Set()
  #inside = 0

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** Resolves with the way out, which may be called twice; rejects when the signal aborts first. */
  async enter(signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw abortTrouble(signal)
    if (this.#inside >= this.#capacity) await this.#turn(signal)
    else this.#inside++
    let left = false
    return () => {
      if (left) return
      left = true
      this.#leave()
    }
  }

  /** The place of the one who leaves is handed on, so nobody can slip in between. */
  #leave(): void {
    const [next] = this.#waiting
    if (next === undefined) this.#inside--
    else {
      this.#waiting.delete(next)
      next()
    }
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        signal.removeEventListener('abort', onAbort)
        resolve()
      }
      const onAbort = () => {
        this.#waiting.delete(go)
        reject(abortTrouble(signal))
      }
      this.#waiting.add(go)
      signal.addEventListener('abort', onAbort, { once: true })
    })
  }
}
