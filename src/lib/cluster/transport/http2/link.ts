// SPDX-License-Identifier: Apache-2.0
import type { Socket } from 'node:net'
import { abortTrouble } from '../deadline.ts'
import type { Incoming, Outgoing } from '../exchange.ts'
import { Connection } from './connection.ts'
import type { Header } from './header-table.ts'

/** What we open at most on one connection, and before the peer has said what it allows. */
const USUAL_STREAMS = 100

/**
 * One HTTP/2 connection, as a client of API servers needs it, straight on the socket. Node's own takes thirty more of
 * Node's modules and a stream with all that belongs to it for each request (docs/adr/0012).
 */
export class Http2Link {
  readonly #connection: Connection
  readonly #socket: Socket
  readonly #authority: string
  #held = 0
  #draining = false

  constructor(socket: Socket, authority: string, onGone: (link: Http2Link) => void) {
    this.#socket = socket
    this.#authority = authority
    this.#connection = new Connection(socket, { goaway: () => this.drain(), close: () => onGone(this) })
  }

  /** True while the connection takes requests. */
  get usable(): boolean {
    return this.#connection.isOpen && !this.#draining
  }

  /** True when the peer would let another stream wait. */
  get full(): boolean {
    return this.#held >= Math.min(USUAL_STREAMS, this.#connection.maxStreams)
  }

  /** Reserves a stream; the function returned gives it back and may be called twice. */
  hold(): () => void {
    this.#held++
    let held = true
    return () => {
      if (held) this.#held--
      held = false
      this.#endWhenDrained()
    }
  }

  get held(): number {
    return this.#held
  }

  /** Resolves with the head of the answer; rejects with what went wrong before it. */
  exchange(outgoing: Outgoing, signal: AbortSignal): Promise<Incoming> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(abortTrouble(signal))
      const onAbort = () => answer.cancel(abortTrouble(signal))
      const over = () => signal.removeEventListener('abort', onAbort)
      signal.addEventListener('abort', onAbort, { once: true })
      const body = outgoing.body === undefined ? undefined : Buffer.from(outgoing.body)
      const headers = this.#headers(outgoing, body?.length)
      const answer = this.#connection.ask(headers, body, { head: resolve, failed: reject, over })
    })
  }

  /** Takes no new request; ends when those under way have ended. */
  drain(): void {
    this.#draining = true
    this.#endWhenDrained()
  }

  #endWhenDrained(): void {
    if (this.#draining && this.#held === 0) this.destroy()
  }

  destroy(): void {
    this.#socket.destroy()
  }

  #headers({ method, path, headers }: Outgoing, length: number | undefined): readonly Header[] {
    const all: Header[] = [
      [':method', method],
      [':scheme', 'https'],
      [':authority', this.#authority],
      [':path', path],
    ]
    for (const [name, value] of Object.entries(headers)) {
      if (typeof value === 'string') all.push([name, value])
      else for (const each of value) all.push([name, each])
    }
    if (length !== undefined) all.push(['content-length', String(length)])
    return all
  }
}
