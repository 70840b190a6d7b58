// SPDX-License-Identifier: Apache-2.0
import { ClusterError } from '../failure.ts'

/** No object in etcd is larger than 1.5 MB, and its JSON is much smaller than this. */
const MAX_LINE = 8 * 1024 * 1024

const NEWLINE = 0x0a

/**
 * Splits at \n only (U+2028 is text) and decodes whole lines, because a character may span chunks. Throws ClusterError:
 * toolarge, encoding, or truncated when the stream ends inside a line.
 */
export async function* lines(
  chunks: AsyncIterable<Uint8Array>,
  max = MAX_LINE,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let buffered: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      const line = join(buffered, size, chunk.subarray(from, at), max)
      buffered = []
      size = 0
      from = at + 1
      if (line.length > 0) yield decode(decoder, line)
    }
    if (from === chunk.length) continue
    buffered.push(chunk.subarray(from))
    size += chunk.length - from
    if (size > max) throw tooLong(max)
  }
  if (size > 0) throw new ClusterError({ fault: 'truncated', message: 'the stream ended inside a line' })
}

function join(buffered: readonly Uint8Array[], size: number, last: Uint8Array, max: number): Uint8Array {
  if (size + last.length > max) throw tooLong(max)
  return buffered.length === 0 ? last : Buffer.concat([...buffered, last])
}

function decode(decoder: TextDecoder, line: Uint8Array): string {
  try {
    return decoder.decode(line)
  } catch {
    throw new ClusterError({ fault: 'encoding', message: 'a line of the stream is not valid UTF-8' })
  }
}

function tooLong(max: number): ClusterError {
  return new ClusterError({ fault: 'toolarge', message: `a line of the stream is longer than ${max} bytes` })
}
