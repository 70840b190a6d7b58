// SPDX-License-Identifier: Apache-2.0
import type { Clock } from '../transport/types.ts'
import type { Served } from '../types.ts'

/** What was discovered is believed this long when a watch looks for a kind that was not there, or a 404 contradicts it. */
const REDISCOVER = 30_000

/** What the server serves, asked once however many want to know; a failed try is not remembered. */
export class DiscoveryCache {
  readonly #ask: () => Promise<Served>
  readonly #clock: Clock
  #answer: Promise<Served> | undefined
  #asked = 0
  #confirmed = Number.NEGATIVE_INFINITY

  constructor(ask: () => Promise<Served>, clock: Clock) {
    this.#ask = ask
    this.#clock = clock
  }

  served(): Promise<Served> {
    this.#answer ??= this.#begin()
    return this.#answer
  }

  /** Forgets an answer that is no longer new: a kind may have been installed since. */
  refresh(): void {
    if (this.#clock.now() - this.#asked >= REDISCOVER) this.#answer = undefined
  }

  /**
   * The newest answer for a caller that met a 404 on something `listed` names: a resource may have been removed since.
   * Discovers again at most every 30 s, once for all callers.
   */
  async confirm(listed: Served): Promise<Served> {
    const isNewest = (await this.served()) === listed
    if (isNewest && this.#clock.now() - this.#confirmed >= REDISCOVER) {
      this.#confirmed = this.#clock.now()
      this.#answer = this.#begin()
    }
    return this.served()
  }

  #begin(): Promise<Served> {
    this.#asked = this.#clock.now()
    const answer = this.#ask()
    answer.catch(() => {
      if (this.#answer === answer) this.#answer = undefined
    })
    return answer
  }
}
