// SPDX-License-Identifier: Apache-2.0
import { abortTrouble } from './deadline.ts'
import type { Clock } from './types.ts'

/** Token bucket: an initial burst, then so many requests per second in order of arrival. */
export class Rate {
  readonly #perSecond: number
  readonly #burst: number
  readonly #clock: Clock
  #tokens: number
  #filledAt: number

  constructor(perSecond: number, burst: number, clock: Clock) {
    this.#perSecond = perSecond
    this.#burst = burst
    this.#clock = clock
    this.#tokens = burst
    this.#filledAt = clock.now()
  }

  /** Resolves when one request may be sent. Tokens can become negative, so each waiting request delays the next one. */
  async take(signal: AbortSignal): Promise<void> {
    const now = this.#clock.now()
    const earned = (Math.max(0, now - this.#filledAt) / 1000) * this.#perSecond
    this.#tokens = Math.min(this.#burst, this.#tokens + earned) - 1
    this.#filledAt = now
    if (this.#tokens < 0) await this.#clock.sleep((-this.#tokens / this.#perSecond) * 1000, signal)
    if (signal.aborted) throw abortTrouble(signal)
  }
}
