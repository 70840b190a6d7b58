// SPDX-License-Identifier: Apache-2.0
/** A signal must not cut a write in two: requests end at once, unless something is being written. */
export class GracefulStop {
  /** For requests. */
  readonly requests: AbortSignal
  readonly #controller = new AbortController()
  readonly #wish: AbortSignal
  #busy = 0

  constructor(wish: AbortSignal) {
    this.#wish = wish
    this.requests = this.#controller.signal
    if (wish.aborted) this.#end()
    else wish.addEventListener('abort', () => this.#end(), { once: true })
  }

  /** Runs work to its end, whatever is wished meanwhile. */
  async finishing<T>(work: Promise<T>): Promise<T> {
    this.#busy++
    try {
      return await work
    } finally {
      this.#busy--
      if (this.#wish.aborted) this.#end()
    }
  }

  #end(): void {
    if (this.#busy === 0) this.#controller.abort(this.#wish.reason)
  }
}
