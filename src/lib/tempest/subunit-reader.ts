// SPDX-License-Identifier: Apache-2.0
import type { TempestOutcome } from '../model/tempest/results.ts'
import type { Results } from './results.ts'
import type { Packet } from './subunit.ts'
import { lastException, shortened, testName } from './test-name.ts'

/** The end of a traceback is what matters. */
const TAIL = 8 * 1024

interface Running {
  readonly began: number | undefined
  traceback: string
  reason: string
}

/** Makes results of packets: a test begins, shows its files, and ends. */
export class SubunitReader {
  readonly #results: Results
  readonly #running = new Map<string, Running>()
  #first = Number.POSITIVE_INFINITY
  #last = Number.NEGATIVE_INFINITY
  #told = 0

  constructor(results: Results) {
    this.#results = results
  }

  get told(): number {
    return this.#told
  }

  /** From the first to the last time any packet names. */
  get seconds(): number | undefined {
    return this.#last >= this.#first ? (this.#last - this.#first) / 1000 : undefined
  }

  /** Tests that began and did not end. */
  get unfinished(): number {
    return this.#running.size
  }

  read({ test, status, time, file }: Packet): void {
    if (time !== undefined) {
      this.#first = Math.min(this.#first, time)
      this.#last = Math.max(this.#last, time)
    }
    if (test === undefined || test === '') return
    const running = this.#running.get(test) ?? { began: undefined, traceback: '', reason: '' }
    if (file?.name.startsWith('traceback')) running.traceback = tail(running.traceback, file.bytes)
    if (file?.name === 'reason') running.reason = tail(running.reason, file.bytes)
    if (status === undefined || status === 'unknown') {
      if (status || this.#running.has(test))
        this.#running.set(test, status ? { ...running, began: time ?? running.began } : running)
      else if (file) this.#running.set(test, running)
      return
    }
    this.#running.delete(test)
    this.#tell(test, status, running, time)
  }

  /** The stream is over. */
  end(): void {
    for (const [test, running] of this.#running) this.#tell(test, 'unknown', running, undefined)
  }

  #tell(test: string, outcome: TempestOutcome, { began, traceback, reason }: Running, time: number | undefined): void {
    this.#told++
    const message = outcome === 'skipped' ? shortened(reason.trim()) : lastException(traceback)
    const seconds = began !== undefined && time !== undefined ? Math.max(0, (time - began) / 1000) : undefined
    this.#results.add('subunit', { name: testName(test), outcome, seconds, message: message || undefined })
  }
}

const tail = (text: string, bytes: Uint8Array) => (text + new TextDecoder().decode(bytes)).slice(-TAIL)
