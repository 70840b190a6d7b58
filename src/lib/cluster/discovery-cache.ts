// SPDX-License-Identifier: Apache-2.0
import type { Clock } from './transport/types.ts'
import type { Served } from './types.ts'

/** What was discovered is believed this long when a watch looks for a kind that was not there. */
const REDISCOVER = 30_000

/** What the server serves, asked once however many want to know; a failed try is not remembered. */
export class Discovery {
  readonly #ask: () => Promise<Served>
  readonly #clock: Clock
  #answer: Promise<Served> | undefined
  #asked = 0

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

  #begin(): Promise<Served> {
    this.#asked = this.#clock.now()
    const answer = this.#ask()
    answer.catch(() => {
      if (this.#answer === answer) this.#answer = undefined
    })
    return answer
  }
}
