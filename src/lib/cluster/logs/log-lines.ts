// SPDX-License-Identifier: Apache-2.0
import { sanitizeForTerminal } from '../../model/text/sanitize.ts'

/** One line of a log, safe for a terminal. */
export interface LogLine {
  /** When it was printed, as the node wrote it; absent where the node says something itself. */
  readonly time?: string
  readonly text: string
}

/** Longer than what a container runtime cuts lines into; the rest of a line is counted, not kept. */
export const LONGEST_LINE = 64 * 1024

const NEWLINE = 0x0a
const STAMPED = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)) ?(.*)$/s
/** Colours say nothing here that the words do not; any other escape stays, made visible. */
const COLOURS = new RegExp(`${String.fromCharCode(0x1b)}\\[[0-9;:]*m`, 'g')

/**
 * The lines of a log that was asked for with timestamps. A line that a broken connection cuts short is not handed out:
 * it comes whole with the next one. Throws what the stream throws.
 */
export async function* logLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<LogLine, void, undefined> {
  let held: Uint8Array[] = []
  let [size, left] = [0, 0]
  const hold = (part: Uint8Array) => {
    const room = part.subarray(0, Math.max(0, LONGEST_LINE - size))
    if (room.length > 0) held.push(room)
    size += room.length
    left += part.length - room.length
  }
  const taken = (): LogLine => {
    const line = lineOf(Buffer.concat(held).toString('utf8'), left)
    held = []
    size = 0
    left = 0
    return line
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      hold(chunk.subarray(from, at))
      from = at + 1
      yield taken()
    }
    hold(chunk.subarray(from))
  }
  // the last thing a container says need not end in a newline
  if (size > 0) yield taken()
}

function lineOf(raw: string, left: number): LogLine {
  const [, time, said = raw] = STAMPED.exec(raw) ?? []
  const bare = said.replace(/\r+$/, '').replace(COLOURS, '')
  const text = `${sanitizeForTerminal(bare, LONGEST_LINE)}${left > 0 ? `… (${left} more bytes)` : ''}`
  return time === undefined ? { text } : { time, text }
}

/** A time in whole nanoseconds, for two that are closer than a Date can tell; undefined for none. */
export function nanosOf(time: string | undefined): bigint | undefined {
  const [, whole, fraction = '', zone] = /^([^.Z+]{19})(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/.exec(time ?? '') ?? []
  const ms = Date.parse(`${whole}${zone}`)
  return Number.isNaN(ms) ? undefined : BigInt(ms) * 1_000_000n + BigInt(fraction.slice(0, 9).padEnd(9, '0'))
}
