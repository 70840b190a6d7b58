// SPDX-License-Identifier: Apache-2.0
import type { ClientRequestArgs } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { abortTrouble } from './deadline.ts'
import { flattenHeaders, type Incoming, MAX_HEADER_BYTES, type Outgoing } from './exchange.ts'
import { Agent, request as startRequest } from './node-http.ts'
import { TransportError } from './transport-error.ts'

/** HTTP/1.1 with kept connections. How many run at once is the caller's business. */
export class Http1 {
  readonly #agent: HandedAgent
  readonly #authority: string

  constructor(authority: string, open: () => Promise<Socket>) {
    this.#authority = authority
    this.#agent = new HandedAgent(open)
  }

  /** Takes over a socket that is open already: the next request uses it. */
  adopt(socket: Socket): void {
    this.#agent.spare?.destroy()
    this.#agent.spare = socket
  }

  /** Resolves with the head of the answer; rejects with what went wrong before it. */
  exchange(outgoing: Outgoing, signal: AbortSignal): Promise<Incoming> {
    return new Promise((resolve, reject) => {
      const asked = startRequest({
        agent: this.#agent,
        method: outgoing.method,
        path: outgoing.path,
        headers: { ...writable(outgoing), host: this.#authority },
        setHost: false,
        maxHeaderSize: MAX_HEADER_BYTES,
      })
      const onAbort = () => asked.destroy(abortTrouble(signal))
      signal.addEventListener('abort', onAbort, { once: true })
      asked.on('close', () => signal.removeEventListener('abort', onAbort))
      asked.on('error', reject)
      asked.on('response', (answer) => {
        answer.on('error', () => {})
        resolve({
          status: answer.statusCode ?? 0,
          headers: flattenHeaders(answer.headers),
          body: answer,
          complete: () => answer.complete,
        })
      })
      if (signal.aborted) onAbort()
      asked.end(outgoing.body)
    })
  }

  /** No connection is kept from now on; requests under way finish. */
  drain(): void {
    this.#agent.maxFreeSockets = 0
    this.#agent.spare?.destroy()
    for (const sockets of Object.values(this.#agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy()
  }

  destroy(): void {
    this.#agent.shut = true
    this.#agent.spare?.destroy()
    this.#agent.destroy()
  }
}

function writable({ headers, body }: Outgoing): Record<string, string | string[]> {
  const all: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(headers)) all[name] = typeof value === 'string' ? value : [...value]
  if (body !== undefined) all['content-length'] = String(Buffer.byteLength(body))
  return all
}

/** An agent whose sockets are opened by us: with our deadlines, our proxy and our idea of trust. */
class HandedAgent extends Agent {
  readonly #open: () => Promise<Socket>
  spare: Socket | undefined
  shut = false

  constructor(open: () => Promise<Socket>) {
    super({ keepAlive: true, maxFreeSockets: 8 })
    this.#open = open
  }

  override createConnection(
    _options: ClientRequestArgs,
    callback?: (error: Error | null, socket: Duplex) => void,
  ): Duplex | null | undefined {
    const { spare } = this
    this.spare = undefined
    if (spare !== undefined && !spare.destroyed && spare.readable) return spare
    this.#open().then(
      (socket) => {
        if (this.shut) socket.destroy()
        callback?.(null, socket)
      },
      // the type wants a socket; Node reads none beside an error
      (error: unknown) =>
        (callback as ((error: unknown) => void) | undefined)?.(error ?? new TransportError('internal', '')),
    )
    return undefined
  }
}
