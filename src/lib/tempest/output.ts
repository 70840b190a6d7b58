// SPDX-License-Identifier: Apache-2.0
import type { TempestCounts, TempestFormat, TempestOutput } from '../model/tempest/results.ts'
import { ConsoleReader } from './console.ts'
import { JunitReader } from './junit.ts'
import { Results } from './results.ts'
import { nextStep } from './subunit.ts'
import { SubunitReader } from './subunit-reader.ts'

/** Nothing Tempest says of a test is longer; the rest of such a line is left out. */
const LONGEST_LINE = 256 * 1024

const MOST_BROKEN = 1000

/**
 * Reads what Tempest printed, in any of its three formats and any mixture of them, as it comes: console lines, JUnit XML,
 * subunit v2. Never throws for what it reads; what cannot be read becomes a problem in words. Holds one piece at a time.
 */
export async function readTempestOutput(chunks: AsyncIterable<Uint8Array>): Promise<TempestOutput> {
  const reader = new OutputReader()
  let cut: unknown
  try {
    for await (const chunk of chunks) reader.read(chunk)
  } catch (error) {
    cut = error
  }
  return reader.end(cut)
}

class OutputReader {
  readonly #results = new Results()
  readonly #console = new ConsoleReader(this.#results)
  readonly #junit = new JunitReader(this.#results)
  readonly #subunit = new SubunitReader(this.#results)
  readonly #decoder = new TextDecoder()
  #held: Uint8Array = new Uint8Array(0)
  #line = ''
  #bytes = 0
  #broken = 0

  read(chunk: Uint8Array): void {
    this.#bytes += chunk.length
    this.#walk(this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]), false)
  }

  end(cut: unknown): TempestOutput {
    this.#walk(this.#held, true)
    this.#readText('\n')
    this.#junit.end()
    this.#subunit.end()
    const stated = this.#stated()
    const seconds = this.#console.seconds ?? this.#junit.seconds ?? this.#subunit.seconds
    return {
      formats: this.#formats(),
      tests: this.#results.all(),
      ...(stated ? { stated } : {}),
      ...(seconds === undefined ? {} : { seconds }),
      problems: this.#problems(stated, cut),
      bytes: this.#bytes,
    }
  }

  #walk(bytes: Uint8Array, isLast: boolean): void {
    let at = 0
    while (at < bytes.length) {
      // a text full of what only looks like packets is a text
      const isText = this.#broken > MOST_BROKEN && this.#subunit.told === 0
      const step = isText ? ({ type: 'text', end: bytes.length } as const) : nextStep(bytes, at, isLast)
      if (step.type === 'more') break
      if (step.type === 'packet') this.#subunit.read(step.packet)
      else {
        if (step.type === 'broken') this.#broken++
        this.#readText(this.#decoder.decode(bytes.subarray(at, step.end), { stream: true }))
      }
      at = step.end
    }
    this.#held = bytes.slice(at)
  }

  #readText(text: string): void {
    this.#junit.read(text)
    let from = 0
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', from)) {
      this.#console.read((this.#line + text.slice(from, at)).slice(0, LONGEST_LINE).trimEnd())
      this.#line = ''
      from = at + 1
    }
    if (this.#line.length < LONGEST_LINE) this.#line += text.slice(from)
  }

  #formats(): readonly TempestFormat[] {
    const told = { console: this.#console.told, junit: this.#junit.told, subunit: this.#subunit.told }
    return (['console', 'junit', 'subunit'] as const).filter((format) => told[format] > 0)
  }

  #stated(): TempestCounts | undefined {
    return this.#console.stated ?? this.#junit.stated
  }

  #problems(stated: TempestCounts | undefined, cut: unknown): readonly string[] {
    const { count, first } = this.#console.unread
    const told = this.#results.size
    const isOpen = this.#console.told > 0 && this.#console.runs === 0 && this.#junit.told === 0
    const missing = stated ? stated.total - told : 0
    return [
      ...(cut === undefined ? [] : [`the log broke off: ${cut instanceof Error ? cut.message : 'no reason given'}`]),
      ...(this.#bytes === 0 && cut === undefined ? ['the log is empty'] : []),
      ...(this.#bytes > 0 && told === 0 && !stated ? ['nothing in the log is a result of Tempest'] : []),
      ...(isOpen || this.#junit.isOpen ? [`the log ends after ${told} tests, before the totals`] : []),
      ...(missing > 0 ? [`${missing} of ${stated?.total} tests are not in the log`] : []),
      ...(count > 0 ? [`${count} ${count === 1 ? 'result' : 'results'} broken, the first in line ${first}`] : []),
      ...(this.#junit.broken > 0 ? [`${this.#junit.broken} JUnit elements broken`] : []),
      ...(this.#broken > 0 && this.#subunit.told > 0 ? [`${this.#broken} subunit packets broken`] : []),
      ...(this.#subunit.unfinished > 0 ? [`${this.#subunit.unfinished} tests began and did not end`] : []),
      ...(this.#results.refused > 0 ? [`${this.#results.refused} tests more than can be kept`] : []),
    ]
  }
}
