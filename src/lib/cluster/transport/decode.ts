// SPDX-License-Identifier: Apache-2.0
import { isUtf8 } from 'node:buffer'
import { pipeline, type Readable } from 'node:stream'
import { safeLine } from '../../model/text/sanitize.ts'
import { abortTrouble } from './deadline.ts'
import type { BudgetShare } from './decoded-budget.ts'
import type { Incoming } from './exchange.ts'
import { codeOf, TransportError } from './transport-error.ts'

const MAX_DECODED_BYTES = 64 * 1_048_576

/** Longer bodies are read with an iterator, see readPlain(). */
const LONG_BODY_BYTES = 262_144

/** Progress of a body, for the message when it stops. */
export interface BodyProgress {
  headers: boolean
  /** Bytes received, before decompression. */
  bytes: number
}

export interface BodyLimits {
  readonly signal?: AbortSignal
  readonly share?: BudgetShare
}

/** Throws TransportError when the body is truncated, too large or not UTF-8. */
export async function readBody(
  incoming: Incoming,
  progress: BodyProgress,
  { signal, share }: BodyLimits = {},
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  const take = (chunk: Uint8Array) => {
    // Decompressing the received bytes can take long.
    if (signal?.aborted) throw abortTrouble(signal)
    share?.take(chunk.length)
    size += chunk.length
    if (size > MAX_DECODED_BYTES)
      throw new TransportError('toolarge', `the answer is larger than ${MAX_DECODED_BYTES / 1_048_576} MB`)
    chunks.push(chunk)
  }
  const isCompressed = !isPlain(encodingOf(incoming))
  try {
    if (!isCompressed) await readPlain(incoming, progress, take)
    else for await (const chunk of decoded(incoming, progress)) take(chunk)
    const bytes = Buffer.concat(chunks, size)
    if (!isUtf8(bytes)) throw new TransportError('encoding', 'the answer is not valid UTF-8')
    return bytes
  } finally {
    // Uncompressed chunks belong to the connection.
    if (isCompressed) for (const chunk of chunks) freeBytes(chunk)
  }
}

/** Frees memory at once: garbage collection is triggered by the heap and may leave gigabytes outside of it. */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  // Small buffers share their memory with others.
  if (byteLength > 0 && buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

/** Streams the body without gzip. Ends only when the server has sent everything. */
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
    throw toTransportError(error, progress)
  } finally {
    body.destroy()
  }
}

/**
 * Reads an uncompressed body by its events: an async iterator takes as long as sending the request. A long body
 * continues with an iterator, because a flowing stream creates garbage faster than it is collected.
 */
async function readPlain(incoming: Incoming, progress: BodyProgress, take: (chunk: Uint8Array) => void): Promise<void> {
  const { body } = incoming
  try {
    await readBeginning(body, progress, take)
    if (!body.readableEnded) for await (const chunk of counted(body, progress)) take(chunk)
    checkComplete(incoming, progress)
  } catch (error) {
    throw toTransportError(error, progress)
  } finally {
    body.destroy()
  }
}

/** Resolves at the end of the body, or pauses it when it is long. */
function readBeginning(body: Readable, progress: BodyProgress, take: (chunk: Uint8Array) => void): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const onClose = () => (body.readableEnded ? resolve() : reject(body.errored ?? truncated(progress)))
    const onData = (chunk: Uint8Array) => {
      progress.bytes += chunk.length
      try {
        take(chunk)
      } catch (error) {
        reject(error)
        body.destroy()
      }
      if (progress.bytes < LONG_BODY_BYTES) return
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
  if (!complete() || (promised >= 0 && promised !== progress.bytes)) throw truncated(progress)
}

async function* counted(body: Readable, progress: BodyProgress): AsyncGenerator<Uint8Array, void, void> {
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    progress.bytes += chunk.length
    yield chunk
  }
}

async function* unzipped(body: Readable, progress: BodyProgress): AsyncGenerator<Uint8Array, void, void> {
  // Loaded on demand, and synchronously: Node discards a complete HTTP/2 response that is not read at once.
  const { createGunzip } = process.getBuiltinModule('node:zlib')
  const gunzip = createGunzip({ chunkSize: 65_536 })
  yield* pipeline(counted(body, progress), gunzip, () => {})
}

function toTransportError(error: unknown, progress: BodyProgress): unknown {
  if (error instanceof TransportError) return error
  const code = codeOf(error)
  if (code === 'Z_BUF_ERROR') return truncated(progress)
  if (code.startsWith('Z_'))
    return new TransportError('malformed', `the answer is not gzip although it says so (${code})`)
  if (code.startsWith('HPE_'))
    return new TransportError('truncated', `the answer broke off after ${progress.bytes} bytes (${code})`, {
      again: 'reads',
    })
  return truncated(progress)
}

function truncated(progress: BodyProgress): TransportError {
  return new TransportError('truncated', `the answer broke off after ${progress.bytes} bytes`, { again: 'reads' })
}
