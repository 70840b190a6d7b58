// SPDX-License-Identifier: Apache-2.0
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type OutgoingHttpHeaders,
  sensitiveHeaders,
} from 'node:http2'
import type { Socket } from 'node:net'
import { abortTrouble } from './deadline.ts'
import { flattenHeaders, type Incoming, MAX_HEADER_BYTES, type Outgoing } from './exchange.ts'
import { codeOf, TransportError } from './transport-error.ts'

export class Http2Link {
  readonly #session: ClientHttp2Session
  readonly #socket: Socket
  readonly #authority: string
  #held = 0
  #draining = false

  constructor(socket: Socket, authority: string, onGone: (link: Http2Link) => void) {
    this.#socket = socket
    this.#authority = authority
    this.#session = connect(`https://${authority}`, { ...SESSION_LIMITS, createConnection: () => socket })
    this.#session.on('connect', () => this.#session.setLocalWindowSize(CONNECTION_WINDOW))
    // Each stream reports the error of its session.
    this.#session.on('error', () => {})
    this.#session.on('goaway', () => this.drain())
    this.#session.on('close', () => onGone(this))
  }

  get usable(): boolean {
    const { closed, destroyed } = this.#session
    return !closed && !destroyed && !this.#draining && !this.#socket.destroyed
  }

  /** True when the server would queue another stream. */
  get full(): boolean {
    const allowed = this.#session.remoteSettings?.maxConcurrentStreams ?? MAX_STREAMS
    return this.#held >= Math.min(MAX_STREAMS, allowed)
  }

  /** Reserves a stream. The returned function releases it and may be called twice. */
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

  /** Resolves with the response headers; rejects with an earlier error. */
  exchange(outgoing: Outgoing, signal: AbortSignal): Promise<Incoming> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(abortTrouble(signal))
      const stream = this.#session.request(this.#headers(outgoing), { endStream: outgoing.body === undefined })
      const onAbort = () => stream.destroy(abortTrouble(signal))
      signal.addEventListener('abort', onAbort, { once: true })
      let hasAnswer = false
      stream.on('error', (error) => reject(toTransportError(error, stream.rstCode)))
      stream.on('close', () => {
        signal.removeEventListener('abort', onAbort)
        // A session that closes cleanly ends its streams without an error.
        if (!hasAnswer) reject(toTransportError(undefined, stream.rstCode))
      })
      stream.on('response', (headers) => {
        hasAnswer = true
        const flat = flattenHeaders(headers)
        if (sizeOf(flat) > MAX_HEADER_BYTES) stream.destroy(tooLarge())
        else resolve(incomingOf(stream, Number(headers[':status'] ?? 0), flat))
      })
      if (outgoing.body !== undefined) stream.end(outgoing.body)
    })
  }

  /** Accepts no new request; ends after the current ones. */
  drain(): void {
    this.#draining = true
    this.#endWhenDrained()
  }

  /** Not session.close(): that waits for the server to close the connection, which may never happen. */
  #endWhenDrained(): void {
    if (this.#draining && this.#held === 0) this.destroy()
  }

  destroy(): void {
    this.#session.destroy()
    this.#socket.destroy()
  }

  #headers({ method, path, headers, body }: Outgoing): OutgoingHttpHeaders {
    const all: OutgoingHttpHeaders & { [sensitiveHeaders]: string[] } = {
      ':method': method,
      ':path': path,
      ':scheme': 'https',
      ':authority': this.#authority,
      // Never in a compression table, neither ours nor a proxy's (RFC 7541, section 7.1.3).
      [sensitiveHeaders]: ['authorization'],
    }
    for (const [name, value] of Object.entries(headers)) all[name] = typeof value === 'string' ? value : [...value]
    if (body !== undefined) all['content-length'] = String(Buffer.byteLength(body))
    return all
  }
}

// Node's default of 64 KiB allows one window per round trip: at 20 ms a list of 44 MB takes 14 s.
const STREAM_WINDOW = 16 * 1_048_576
const CONNECTION_WINDOW = 32 * 1_048_576
/** Maximum streams per connection, also before the server has sent its limit. */
const MAX_STREAMS = 100

/** Limits the memory a server can make us use; nghttp2 itself stops floods of PING, SETTINGS and CONTINUATION. */
const SESSION_LIMITS = {
  settings: { initialWindowSize: STREAM_WINDOW, enablePush: false, maxHeaderListSize: MAX_HEADER_BYTES },
  maxHeaderListPairs: 128,
  maxReservedRemoteStreams: 0,
  maxSessionInvalidFrames: 100,
  // In MB. Paused streams may hold a window each; with the default of 10 Node would refuse further streams.
  maxSessionMemory: 256,
}

function incomingOf(stream: ClientHttp2Stream, status: number, headers: Record<string, string>): Incoming {
  // Node also emits 'end' for a truncated stream; only the reset code differs.
  const complete = () => stream.rstCode === constants.NGHTTP2_NO_ERROR && !stream.aborted
  return { status, headers, body: stream, complete }
}

function sizeOf(headers: Readonly<Record<string, string>>): number {
  return Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, 0)
}

function tooLarge(): TransportError {
  return new TransportError('toolarge', 'the headers of the answer are too large')
}

function toTransportError(error: Error | undefined, code: number | undefined): unknown {
  if (error instanceof TransportError) return error
  if (code === constants.NGHTTP2_REFUSED_STREAM)
    return new TransportError('unreachable', 'the server took no more requests (REFUSED_STREAM)', { again: 'always' })
  if (codeOf(error) === 'ERR_HTTP2_ERROR' || code === constants.NGHTTP2_PROTOCOL_ERROR)
    return new TransportError('malformed', 'the answer breaks the rules of HTTP/2, or its headers are far too large')
  if (error === undefined || codeOf(error) === 'ERR_HTTP2_STREAM_ERROR')
    return new TransportError('unreachable', `connection lost (HTTP/2 code ${code ?? 0})`, { again: 'reads' })
  return error
}
