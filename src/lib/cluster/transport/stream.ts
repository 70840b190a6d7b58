// SPDX-License-Identifier: Apache-2.0
import type { ClusterError } from '../failure.ts'
import { abortTrouble, seconds } from './deadline.ts'
import { type BodyProgress, decoded } from './decode.ts'
import type { Incoming } from './exchange.ts'
import { TransportError } from './transport-error.ts'
import type { ApiStream } from './types.ts'

export interface OpenAnswer {
  readonly incoming: Incoming
  readonly progress: BodyProgress
  readonly leave: () => void
}

export interface StreamOptions {
  /** How long in ms a reader waits for the next chunk. */
  readonly idle: number
  readonly signal: AbortSignal
  /** Called once at the end, also after an error. */
  readonly onEnd: () => void
  readonly inContext: (trouble: TransportError) => ClusterError
}

/** Reads no further ahead of the reader than the windows of the protocol. */
export function openStream({ incoming, progress, leave }: OpenAnswer, options: StreamOptions): ApiStream {
  const { body } = incoming
  let closed = false
  const onAbort = () => body.destroy(abortTrouble(options.signal))
  options.signal.addEventListener('abort', onAbort, { once: true })
  body.once('close', () => {
    options.signal.removeEventListener('abort', onAbort)
    leave()
    options.onEnd()
  })
  if (options.signal.aborted) onAbort()

  const source = decoded(incoming, progress)
  // Node discards a complete HTTP/2 response that is not being read.
  let first: ReturnType<typeof source.next> | undefined = source.next()
  first.catch(() => {})

  async function* chunks(): AsyncGenerator<Uint8Array, void, void> {
    try {
      for (;;) {
        const idle = new TransportError('timeout', `the stream was silent for ${seconds(options.idle)}`, {
          again: 'reads',
        })
        const timer = setTimeout(() => body.destroy(idle), options.idle)
        const next = await (first ?? source.next()).finally(() => clearTimeout(timer))
        first = undefined
        if (next.done) return
        yield next.value
      }
    } catch (error) {
      if (closed) return
      if (options.signal.aborted) throw options.inContext(abortTrouble(options.signal))
      throw error instanceof TransportError ? options.inContext(error) : error
    } finally {
      body.destroy()
    }
  }

  return {
    status: incoming.status,
    headers: incoming.headers,
    chunks: chunks(),
    close: () => {
      closed = true
      body.destroy()
    },
  }
}
