// SPDX-License-Identifier: Apache-2.0
import type { TempestCounts, TempestFormat, TempestOutput } from '../model/tempest/results.ts'
import { ConsoleReader } from './console.ts'
import { JunitReader } from './junit.ts'
import { Results } from './results.ts'
import { nextStep } from './subunit.ts'
import { SubunitReader } from './subunit-reader.ts'

/**
 * Parses the output of Tempest as a stream, in any mixture of its three formats: console lines, JUnit XML, subunit v2.
 * Never throws on malformed output but reports a problem. Keeps one chunk in memory.
 */
export async function readTempestOutput(chunks: AsyncIterable<Uint8Array>): Promise<TempestOutput> {
  const reader = new OutputReader()
  let readError: unknown
  try {
    for await (const chunk of chunks) reader.read(chunk)
  } catch (error) {
    readError = error
  }
  return reader.end(readError)
}

class OutputReader {
  readonly #results = new Results()
  readonly #console = new ConsoleReader(this.#results)
  readonly #junit = new JunitReader(this.#results)
  readonly #subunit = new SubunitReader(this.#results)
  readonly #decoder = new TextDecoder()
  #remainder: Uint8Array = new Uint8Array(0)
  #line = ''
  #bytes = 0
  #broken = 0

  read(chunk: Uint8Array): void {
    this.#bytes += chunk.length
    this.#readBytes(this.#remainder.length === 0 ? chunk : Buffer.concat([this.#remainder, chunk]), false)
  }

  end(readError: unknown): TempestOutput {
    this.#readBytes(this.#remainder, true)
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
      problems: this.#problems(stated, readError),
      bytes: this.#bytes,
    }
  }

  #readBytes(bytes: Uint8Array, isLast: boolean): void {
    let at = 0
    while (at < bytes.length) {
      // Many broken packets and no valid one: this is text that contains signature bytes.
      const isText = this.#broken > MAX_BROKEN && this.#subunit.resultCount === 0
      const step = isText ? ({ type: 'text', end: bytes.length } as const) : nextStep(bytes, at, isLast)
      if (step.type === 'more') break
      if (step.type === 'packet') this.#subunit.read(step.packet)
      else {
        if (step.type === 'broken') this.#broken++
        this.#readText(this.#decoder.decode(bytes.subarray(at, step.end), { stream: true }))
      }
      at = step.end
    }
    this.#remainder = bytes.slice(at)
  }

  #readText(text: string): void {
    this.#junit.read(text)
    let from = 0
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', from)) {
      this.#console.read((this.#line + text.slice(from, at)).slice(0, MAX_LINE).trimEnd())
      this.#line = ''
      from = at + 1
    }
    if (this.#line.length < MAX_LINE) this.#line += text.slice(from)
  }

  #formats(): readonly TempestFormat[] {
    const counts = {
      console: this.#console.resultCount,
      junit: this.#junit.resultCount,
      subunit: this.#subunit.resultCount,
    }
    return (['console', 'junit', 'subunit'] as const).filter((format) => counts[format] > 0)
  }

  #stated(): TempestCounts | undefined {
    return this.#console.stated ?? this.#junit.stated
  }

  #problems(stated: TempestCounts | undefined, readError: unknown): readonly string[] {
    const { count, first } = this.#console.unread
    const size = this.#results.size
    const isOpen = this.#console.resultCount > 0 && this.#console.runs === 0 && this.#junit.resultCount === 0
    const missing = stated ? stated.total - size : 0
    return [
      ...(readError === undefined
        ? []
        : [`the log broke off: ${readError instanceof Error ? readError.message : 'no reason given'}`]),
      ...(this.#bytes === 0 && readError === undefined ? ['the log is empty'] : []),
      ...(this.#bytes > 0 && size === 0 && !stated ? ['nothing in the log is a result of Tempest'] : []),
      ...(isOpen || this.#junit.isOpen ? [`the log ends after ${size} tests, before the totals`] : []),
      ...(missing > 0 ? [`${missing} of ${stated?.total} tests are not in the log`] : []),
      ...(count > 0 ? [`${count} ${count === 1 ? 'result' : 'results'} broken, the first in line ${first}`] : []),
      ...(this.#junit.broken > 0 ? [`${this.#junit.broken} JUnit elements broken`] : []),
      ...(this.#broken > 0 && this.#subunit.resultCount > 0 ? [`${this.#broken} subunit packets broken`] : []),
      ...(this.#subunit.unfinished > 0 ? [`${this.#subunit.unfinished} tests began and did not end`] : []),
      ...(this.#results.refused > 0 ? [`${this.#results.refused} tests more than can be kept`] : []),
    ]
  }
}

/** Longer lines are truncated: no line of Tempest is that long. */
const MAX_LINE = 256 * 1024

const MAX_BROKEN = 1000
