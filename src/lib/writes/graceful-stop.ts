// SPDX-License-Identifier: Apache-2.0
/** Keeps a signal from interrupting a write: requests are aborted only when nothing is being written. */
export class GracefulStop {
  /** Pass this to requests. */
  readonly requests: AbortSignal
  readonly #controller = new AbortController()
  readonly #signal: AbortSignal
  #busy = 0

  constructor(signal: AbortSignal) {
    this.#signal = signal
    this.requests = this.#controller.signal
    if (signal.aborted) this.#abortIfIdle()
    else signal.addEventListener('abort', () => this.#abortIfIdle(), { once: true })
  }

  /** Completes this work even if the signal aborts meanwhile. */
  async finishing<T>(work: Promise<T>): Promise<T> {
    this.#busy++
    try {
      return await work
    } finally {
      this.#busy--
      if (this.#signal.aborted) this.#abortIfIdle()
    }
  }

  #abortIfIdle(): void {
    if (this.#busy === 0) this.#controller.abort(this.#signal.reason)
  }
}
