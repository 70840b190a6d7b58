// SPDX-License-Identifier: Apache-2.0
import { sanitizeForTerminal } from '../../model/text/sanitize.ts'

/** Safe for a terminal. */
export interface LogLine {
  /** The node's timestamp; absent on messages of the node itself. */
  readonly time?: string
  readonly text: string
}

/** Longer than the lines that container runtimes split at; excess bytes are counted, not kept. */
export const LONGEST_LINE = 64 * 1024

const NEWLINE = 0x0a
const STAMPED = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)) ?(.*)$/s
/** Colours are removed; any other escape sequence is made visible. */
const COLOURS = new RegExp(`${String.fromCharCode(0x1b)}\\[[0-9;:]*m`, 'g')

/** Does not yield a line cut short by a broken connection: the next connection delivers it completely. */
export async function* logLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<LogLine, void, undefined> {
  let buffered: Uint8Array[] = []
  let [size, omitted] = [0, 0]
  const buffer = (part: Uint8Array) => {
    const kept = part.subarray(0, Math.max(0, LONGEST_LINE - size))
    if (kept.length > 0) buffered.push(kept)
    size += kept.length
    omitted += part.length - kept.length
  }
  const flush = (): LogLine => {
    const line = lineOf(Buffer.concat(buffered).toString('utf8'), omitted)
    buffered = []
    size = 0
    omitted = 0
    return line
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      buffer(chunk.subarray(from, at))
      from = at + 1
      yield flush()
    }
    buffer(chunk.subarray(from))
  }
  // The last line of a container need not end in a newline.
  if (size > 0) yield flush()
}

function lineOf(raw: string, omitted: number): LogLine {
  const [, time, content = raw] = STAMPED.exec(raw) ?? []
  const uncoloured = content.replace(/\r+$/, '').replace(COLOURS, '')
  const text = `${sanitizeForTerminal(uncoloured, LONGEST_LINE)}${omitted > 0 ? `… (${omitted} more bytes)` : ''}`
  return time === undefined ? { text } : { time, text }
}

/** Nanoseconds since 1970, because a Date only has milliseconds; undefined for an invalid time. */
export function nanosOf(time: string | undefined): bigint | undefined {
  const [, whole, fraction = '', zone] = /^([^.Z+]{19})(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/.exec(time ?? '') ?? []
  const ms = Date.parse(`${whole}${zone}`)
  return Number.isNaN(ms) ? undefined : BigInt(ms) * 1_000_000n + BigInt(fraction.slice(0, 9).padEnd(9, '0'))
}
