// SPDX-License-Identifier: Apache-2.0
import type { ClientRequestArgs } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { abortTrouble } from './deadline.ts'
import { flattenHeaders, type Incoming, MAX_HEADER_BYTES, type Outgoing } from './exchange.ts'
import { Agent, request as startRequest } from './node-http.ts'
import { TransportError } from './transport-error.ts'

/** HTTP/1.1 with keep-alive. The caller limits concurrency. */
export class Http1 {
  readonly #agent: SocketAgent
  readonly #authority: string

  constructor(authority: string, open: () => Promise<Socket>) {
    this.#authority = authority
    this.#agent = new SocketAgent(open)
  }

  /** The next request uses this open socket. */
  adopt(socket: Socket): void {
    this.#agent.adopted?.destroy()
    this.#agent.adopted = socket
  }

  /** Resolves with the response headers; rejects with an earlier error. */
  exchange(outgoing: Outgoing, signal: AbortSignal): Promise<Incoming> {
    return new Promise((resolve, reject) => {
      const request = startRequest({
        agent: this.#agent,
        method: outgoing.method,
        path: outgoing.path,
        headers: { ...toNodeHeaders(outgoing), host: this.#authority },
        setHost: false,
        maxHeaderSize: MAX_HEADER_BYTES,
      })
      const onAbort = () => request.destroy(abortTrouble(signal))
      signal.addEventListener('abort', onAbort, { once: true })
      request.on('close', () => signal.removeEventListener('abort', onAbort))
      request.on('error', reject)
      request.on('response', (answer) => {
        answer.on('error', () => {})
        resolve({
          status: answer.statusCode ?? 0,
          headers: flattenHeaders(answer.headers),
          body: answer,
          complete: () => answer.complete,
        })
      })
      if (signal.aborted) onAbort()
      request.end(outgoing.body)
    })
  }

  /** Keeps no idle connection from now on; current requests finish. */
  drain(): void {
    this.#agent.maxFreeSockets = 0
    this.#agent.adopted?.destroy()
    for (const sockets of Object.values(this.#agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy()
  }

  destroy(): void {
    this.#agent.isClosed = true
    this.#agent.adopted?.destroy()
    this.#agent.destroy()
  }
}

function toNodeHeaders({ headers, body }: Outgoing): Record<string, string | string[]> {
  const all: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(headers)) all[name] = typeof value === 'string' ? value : [...value]
  if (body !== undefined) all['content-length'] = String(Buffer.byteLength(body))
  return all
}

/** Uses sockets opened with our deadlines, proxy and trust settings. */
class SocketAgent extends Agent {
  readonly #open: () => Promise<Socket>
  adopted: Socket | undefined
  isClosed = false

  constructor(open: () => Promise<Socket>) {
    super({ keepAlive: true, maxFreeSockets: 8 })
    this.#open = open
  }

  override createConnection(
    _options: ClientRequestArgs,
    callback?: (error: Error | null, socket: Duplex) => void,
  ): Duplex | null | undefined {
    const { adopted } = this
    this.adopted = undefined
    if (adopted !== undefined && !adopted.destroyed && adopted.readable) return adopted
    this.#open().then(
      (socket) => {
        if (this.isClosed) socket.destroy()
        callback?.(null, socket)
      },
      // The type requires a socket; Node ignores it together with an error.
      (error: unknown) =>
        (callback as ((error: unknown) => void) | undefined)?.(error ?? new TransportError('internal', '')),
    )
    return undefined
  }
}
