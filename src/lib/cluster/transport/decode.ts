// SPDX-License-Identifier: Apache-2.0
import { isUtf8 } from 'node:buffer'
import { pipeline, type Readable } from 'node:stream'
import { safeLine } from '../../model/text/sanitize.ts'
import { abortTrouble } from './deadline.ts'
import type { BudgetShare } from './decoded-budget.ts'
import type { Incoming } from './exchange.ts'
import { codeOf, TransportError } from './transport-error.ts'

/** Largest answer we take, unpacked. */
export const MAX_DECODED_BYTES = 64 * 1_048_576

/** A body that is longer than this is no small answer. */
const LONG = 262_144

/** How far a body has come, for the message when it comes no further. */
export interface BodyProgress {
  headers: boolean
  /** Bytes of the body as they came over the wire. */
  bytes: number
}

/** What ends the reading of a body early. */
export interface BodyLimits {
  readonly signal?: AbortSignal
  readonly share?: BudgetShare
}

/** The whole body of an answer, known to be UTF-8. Throws Trouble when it is cut, too large, or not UTF-8; errors of the wire pass through. */
export async function readBody(
  incoming: Incoming,
  progress: BodyProgress,
  { signal, share }: BodyLimits = {},
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  const take = (chunk: Uint8Array) => {
    // what was received already can take long to unpack
    if (signal?.aborted) throw abortTrouble(signal)
    share?.take(chunk.length)
    size += chunk.length
    if (size > MAX_DECODED_BYTES)
      throw new TransportError('toolarge', `the answer is larger than ${MAX_DECODED_BYTES / 1_048_576} MB`)
    chunks.push(chunk)
  }
  const isPacked = !isPlain(encodingOf(incoming))
  try {
    if (!isPacked) await readPlain(incoming, progress, take)
    else for await (const chunk of decoded(incoming, progress)) take(chunk)
    const bytes = Buffer.concat(chunks, size)
    if (!isUtf8(bytes)) throw new TransportError('encoding', 'the answer is not valid UTF-8')
    return bytes
  } finally {
    // chunks that were not unpacked here belong to the connection
    if (isPacked) for (const chunk of chunks) freeBytes(chunk)
  }
}

/** Gives memory back at once: the collector looks at the heap, and lets gigabytes outside of it wait. */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  // small buffers share their memory with others
  if (byteLength > 0 && buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

/** The body as it comes, gzip undone. Ends only when the server had said all. */
export async function* decoded(incoming: Incoming, progress: BodyProgress): AsyncGenerator<Uint8Array, void, void> {
  const { body } = incoming
  try {
    const encoding = encodingOf(incoming)
    if (encoding === 'gzip' || encoding === 'x-gzip') yield* unzipped(body, progress)
    else if (isPlain(encoding)) yield* counted(body, progress)
    else
      throw new TransportError('malformed', `the answer has an encoding nobody asked for (${safeLine(encoding, 40)})`)
    checkComplete(incoming, progress)
  } catch (error) {
    throw inWords(error, progress)
  } finally {
    body.destroy()
  }
}

/**
 * A body that is not packed, read by its events: an async iterator takes as long as sending the request does. A long body
 * continues with an iterator: a flowing stream produces garbage faster than it is collected.
 */
async function readPlain(incoming: Incoming, progress: BodyProgress, take: (chunk: Uint8Array) => void): Promise<void> {
  const { body } = incoming
  try {
    await beginning(body, progress, take)
    if (!body.readableEnded) for await (const chunk of counted(body, progress)) take(chunk)
    checkComplete(incoming, progress)
  } catch (error) {
    throw inWords(error, progress)
  } finally {
    body.destroy()
  }
}

/** Resolves when the body is over, or paused because it is long. */
function beginning(body: Readable, progress: BodyProgress, take: (chunk: Uint8Array) => void): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const onClose = () => (body.readableEnded ? resolve() : reject(body.errored ?? cut(progress)))
    const onData = (chunk: Uint8Array) => {
      progress.bytes += chunk.length
      try {
        take(chunk)
      } catch (error) {
        reject(error)
        body.destroy()
      }
      if (progress.bytes < LONG) return
      body.off('data', onData)
      body.off('close', onClose)
      body.pause()
      resolve()
    }
    body.on('error', reject)
    body.on('close', onClose)
    if (body.closed) onClose()
    else body.on('data', onData)
  })
}

const encodingOf = ({ headers }: Incoming) => (headers['content-encoding'] ?? '').trim().toLowerCase()

const isPlain = (encoding: string) => encoding === '' || encoding === 'identity'

function checkComplete({ headers, complete }: Incoming, progress: BodyProgress): void {
  const promised = Number(headers['content-length'] ?? Number.NaN)
  if (!complete() || (promised >= 0 && promised !== progress.bytes)) throw cut(progress)
}

async function* counted(body: Readable, progress: BodyProgress): AsyncGenerator<Uint8Array, void, void> {
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    progress.bytes += chunk.length
    yield chunk
  }
}

async function* unzipped(body: Readable, progress: BodyProgress): AsyncGenerator<Uint8Array, void, void> {
  // Loaded only when needed, and without waiting: Node discards a complete HTTP/2 response that is not read at once.
  const { createGunzip } = process.getBuiltinModule('node:zlib')
  const gunzip = createGunzip({ chunkSize: 65_536 })
  yield* pipeline(counted(body, progress), gunzip, () => {})
}

function inWords(error: unknown, progress: BodyProgress): unknown {
  if (error instanceof TransportError) return error
  const code = codeOf(error)
  if (code === 'Z_BUF_ERROR') return cut(progress)
  if (code.startsWith('Z_'))
    return new TransportError('malformed', `the answer is not gzip although it says so (${code})`)
  if (code.startsWith('HPE_'))
    return new TransportError('truncated', `the answer broke off after ${progress.bytes} bytes (${code})`, {
      again: 'reads',
    })
  return cut(progress)
}

function cut(progress: BodyProgress): TransportError {
  return new TransportError('truncated', `the answer broke off after ${progress.bytes} bytes`, { again: 'reads' })
}
