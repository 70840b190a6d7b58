// SPDX-License-Identifier: Apache-2.0
import type { Sink } from '../../io/io.ts'

/** Names what the command waits for on stderr: after half a second, and only on a terminal. */
export class ProgressLine {
  readonly #sink: Sink
  readonly #waiting = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #shown = false

  constructor(sink: Sink) {
    this.#sink = sink
  }

  /** Shows this name until the promise is settled. */
  async during<T>(name: string, work: Promise<T>): Promise<T> {
    this.#waiting.add(name)
    this.#start()
    try {
      return await work
    } finally {
      this.#waiting.delete(name)
      if (this.#waiting.size === 0) this.stop()
    }
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#shown) void this.#sink.write('\r\u001b[K')
    this.#shown = false
  }

  #start(): void {
    if (!this.#sink.isTTY || this.#timer) return
    this.#timer = setInterval(() => this.#draw(), INTERVAL)
    this.#timer.unref()
  }

  #draw(): void {
    const names = [...this.#waiting]
    const text = `waiting for ${names.join(', ')}`
    const width = (this.#sink.columns ?? 80) - 1
    this.#shown = true
    void this.#sink.write(`\r\u001b[K${text.length > width ? `${text.slice(0, width - 1)}…` : text}`)
  }
}

const INTERVAL = 500
