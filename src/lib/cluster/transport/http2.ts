// SPDX-License-Identifier: Apache-2.0
import { type ClientHttp2Session, connect, constants, type OutgoingHttpHeaders } from 'node:http2'
import type { Socket } from 'node:net'
import { abortTrouble } from './deadline.ts'
import { flatten, type Incoming, MAX_HEADER_BYTES, type Outgoing } from './exchange.ts'
import { codeOf, Trouble } from './trouble.ts'

// Node's defaults (64 KiB) make a long list crawl: one window per round trip.
const STREAM_WINDOW = 16 * 1_048_576
const CONNECTION_WINDOW = 32 * 1_048_576
/** What we open at most on one connection before the peer has said what it allows. */
const USUAL_STREAMS = 100

/** One HTTP/2 connection. */
export class Http2Link {
  readonly #session: ClientHttp2Session
  readonly #socket: Socket
  readonly #authority: string
  #held = 0
  #draining = false

  constructor(socket: Socket, authority: string, onGone: (link: Http2Link) => void) {
    this.#socket = socket
    this.#authority = authority
    this.#session = connect(`https://${authority}`, {
      createConnection: () => socket,
      settings: { initialWindowSize: STREAM_WINDOW, enablePush: false, maxHeaderListSize: MAX_HEADER_BYTES },
      // paused streams may hold a whole window each; the default of 10 MB would refuse them
      maxSessionMemory: 256,
    })
    this.#session.on('connect', () => this.#session.setLocalWindowSize(CONNECTION_WINDOW))
    this.#session.on('error', () => {})
    this.#session.on('goaway', () => this.drain())
    this.#session.on('close', () => onGone(this))
  }

  /** True while the connection takes requests. */
  get usable(): boolean {
    const { closed, destroyed } = this.#session
    return !closed && !destroyed && !this.#draining && !this.#socket.destroyed
  }

  /** True when the peer would let another stream wait. */
  get full(): boolean {
    const allowed = this.#session.remoteSettings?.maxConcurrentStreams ?? USUAL_STREAMS
    return this.#held >= Math.min(USUAL_STREAMS, allowed)
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
      const stream = this.#session.request(this.#headers(outgoing), { endStream: outgoing.body === undefined })
      let answered = false
      const onAbort = () => stream.destroy(abortTrouble(signal))
      signal.addEventListener('abort', onAbort, { once: true })
      stream.on('error', (error) => reject(inWords(error, stream.rstCode)))
      stream.on('close', () => {
        signal.removeEventListener('abort', onAbort)
        // a connection that closes in good order ends its streams without an error; an error nobody hears costs its stack
        if (!answered) reject(inWords(undefined, stream.rstCode))
      })
      stream.on('response', (headers) => {
        const flat = flatten(headers)
        if (sizeOf(flat) > MAX_HEADER_BYTES) return stream.destroy(tooLarge())
        answered = true
        // Node calls a stream ended also when it was cut: only the reset code tells
        const complete = () => stream.rstCode === constants.NGHTTP2_NO_ERROR && !stream.aborted
        resolve({ status: Number(headers[':status'] ?? 0), headers: flat, body: stream, complete })
      })
      if (signal.aborted) onAbort()
      if (outgoing.body !== undefined) stream.end(outgoing.body)
    })
  }

  /** Takes no new request; ends when those under way have ended. */
  drain(): void {
    this.#draining = true
    this.#endWhenDrained()
  }

  /** Not session.close(): that waits for the peer to hang up, which it may never do. */
  #endWhenDrained(): void {
    if (this.#draining && this.#held === 0) this.destroy()
  }

  destroy(): void {
    this.#session.destroy()
    this.#socket.destroy()
  }

  #headers({ method, path, headers, body }: Outgoing): OutgoingHttpHeaders {
    const all: OutgoingHttpHeaders = {
      ':method': method,
      ':path': path,
      ':scheme': 'https',
      ':authority': this.#authority,
    }
    for (const [name, value] of Object.entries(headers)) all[name] = typeof value === 'string' ? value : [...value]
    if (body !== undefined) all['content-length'] = String(Buffer.byteLength(body))
    return all
  }
}

function sizeOf(headers: Readonly<Record<string, string>>): number {
  return Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, 0)
}

function tooLarge(): Trouble {
  return new Trouble('toolarge', 'the headers of the answer are too large')
}

function inWords(error: Error | undefined, code: number | undefined): unknown {
  if (error instanceof Trouble) return error
  if (code === constants.NGHTTP2_REFUSED_STREAM)
    return new Trouble('unreachable', 'the server took no more requests (REFUSED_STREAM)', { again: 'always' })
  if (codeOf(error) === 'ERR_HTTP2_ERROR')
    return new Trouble('malformed', 'the answer breaks the rules of HTTP/2, or its headers are far too large')
  if (error === undefined || codeOf(error) === 'ERR_HTTP2_STREAM_ERROR')
    return new Trouble('unreachable', `connection lost (HTTP/2 code ${code ?? 0})`, { again: 'reads' })
  return error
}
