// SPDX-License-Identifier: Apache-2.0
import type { Clock } from '../../cluster/transport/types.ts'

/** Wakes a waiting reader; a change that happens while no reader waits is remembered. */
export class Changes {
  #pending = false
  #wake: (() => void) | undefined

  happened(): void {
    this.#pending = true
    this.#wake?.()
  }

  /** Resolves when something happened, after the timeout, or when the signal aborts. */
  async next(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#pending) {
      const timer = new AbortController()
      this.#wake = () => timer.abort()
      await clock.sleep(ms, AbortSignal.any([timer.signal, signal]))
      this.#wake = undefined
    }
    this.#pending = false
  }
}
