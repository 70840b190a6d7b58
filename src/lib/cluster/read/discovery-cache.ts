// SPDX-License-Identifier: Apache-2.0
import type { Clock } from '../transport/types.ts'
import type { Served } from '../types.ts'

/** Caches discovery for all callers; failures are not cached. */
export class DiscoveryCache {
  readonly #discover: () => Promise<Served>
  readonly #clock: Clock
  #served: Promise<Served> | undefined
  #startedAt = 0
  #confirmedAt = Number.NEGATIVE_INFINITY

  constructor(discover: () => Promise<Served>, clock: Clock) {
    this.#discover = discover
    this.#clock = clock
  }

  served(): Promise<Served> {
    this.#served ??= this.#start()
    return this.#served
  }

  /** Drops an old result: a kind may have been installed since. */
  refresh(): void {
    if (this.#clock.now() - this.#startedAt >= MIN_INTERVAL) this.#served = undefined
  }

  /**
   * Returns the newest discovery after a 404 on a resource of `listed`, which may have been removed since. Discovers
   * again at most every 30 s, once for all callers.
   */
  async confirm(listed: Served): Promise<Served> {
    const isNewest = (await this.served()) === listed
    if (isNewest && this.#clock.now() - this.#confirmedAt >= MIN_INTERVAL) {
      this.#confirmedAt = this.#clock.now()
      this.#served = this.#start()
    }
    return this.served()
  }

  #start(): Promise<Served> {
    this.#startedAt = this.#clock.now()
    const served = this.#discover()
    served.catch(() => {
      if (this.#served === served) this.#served = undefined
    })
    return served
  }
}

/** Minimum time between two discoveries, for watches of missing kinds and for 404s that contradict discovery. */
const MIN_INTERVAL = 30_000
