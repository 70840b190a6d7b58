// SPDX-License-Identifier: Apache-2.0
import type { TempestOutcome } from '../model/tempest/results.ts'
import type { Results } from './results.ts'
import type { Packet } from './subunit.ts'
import { lastException, shortened, testName } from './test-name.ts'

/** Builds results from packets: a test starts, attaches files, and ends. */
export class SubunitReader {
  readonly #results: Results
  readonly #running = new Map<string, Running>()
  #first = Number.POSITIVE_INFINITY
  #last = Number.NEGATIVE_INFINITY
  #resultCount = 0

  constructor(results: Results) {
    this.#results = results
  }

  get resultCount(): number {
    return this.#resultCount
  }

  /** Between the first and the last timestamp of all packets. */
  get seconds(): number | undefined {
    return this.#last >= this.#first ? (this.#last - this.#first) / 1000 : undefined
  }

  get unfinished(): number {
    return this.#running.size
  }

  read({ test, status, time, file }: Packet): void {
    if (time !== undefined) {
      this.#first = Math.min(this.#first, time)
      this.#last = Math.max(this.#last, time)
    }
    if (test === undefined || test === '') return
    const running = this.#running.get(test) ?? { startedAt: undefined, traceback: '', reason: '' }
    if (file?.name.startsWith('traceback')) running.traceback = tail(running.traceback, file.bytes)
    if (file?.name === 'reason') running.reason = tail(running.reason, file.bytes)
    if (status === undefined || status === 'unknown') {
      if (status || this.#running.has(test))
        this.#running.set(test, status ? { ...running, startedAt: time ?? running.startedAt } : running)
      else if (file) this.#running.set(test, running)
      return
    }
    this.#running.delete(test)
    this.#addResult(test, status, running, time)
  }

  end(): void {
    for (const [test, running] of this.#running) this.#addResult(test, 'unknown', running, undefined)
  }

  #addResult(
    test: string,
    outcome: TempestOutcome,
    { startedAt, traceback, reason }: Running,
    time: number | undefined,
  ): void {
    this.#resultCount++
    const message = outcome === 'skipped' ? shortened(reason.trim()) : lastException(traceback)
    const seconds = startedAt !== undefined && time !== undefined ? Math.max(0, (time - startedAt) / 1000) : undefined
    this.#results.add('subunit', { name: testName(test), outcome, seconds, message: message || undefined })
  }
}

const tail = (text: string, bytes: Uint8Array) => (text + new TextDecoder().decode(bytes)).slice(-TAIL)

/** Bytes to keep of a traceback: its end contains the exception. */
const TAIL = 8 * 1024

interface Running {
  readonly startedAt: number | undefined
  traceback: string
  reason: string
}
