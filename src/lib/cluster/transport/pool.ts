// SPDX-License-Identifier: Apache-2.0
import type { Socket } from 'node:net'
import type { Credential } from '../credentials/types.ts'
import { orAborted } from './deadline.ts'
import type { Incoming, Outgoing } from './exchange.ts'
import type { Http1 } from './http1.ts'
import type { Http2Link } from './http2.ts'
import { Semaphore } from './semaphore.ts'
import { type Route, SocketOpener } from './socket.ts'
import { TransportError } from './transport-error.ts'

/** A reserved connection for one request. Must be released with leave() after the body was read. */
export interface ConnectionSlot {
  exchange(outgoing: Outgoing, signal: AbortSignal): Promise<Incoming>
  /** Excludes a connection without an answer from further requests. */
  distrust(): void
  leave(): void
}

export type Purpose = 'request' | 'stream'

const MAX_CONNECTIONS = 8
/** In HTTP/1.1 each watch occupies a connection, so watches are counted separately and never block requests. */
const HTTP1_STREAMS = 100
/** Connections of exec and port-forward, which cannot be shared. */
const MAX_UPGRADED = 8
/** All kinds of a cluster at once: a second batch costs a round trip. */
const HTTP2_REQUESTS = 64

export class ConnectionPool {
  readonly #route: Route
  readonly #closing = new AbortController()
  readonly #lanes = new Set<CredentialLane>()
  readonly #upgraded = new Semaphore(MAX_UPGRADED)
  #current: { readonly generation: string; readonly lane: CredentialLane } | undefined
  #connections = 0

  constructor(route: Route) {
    this.#route = route
  }

  get connections(): number {
    return this.#connections
  }

  /** Aborts when the pool is closed. */
  get signal(): AbortSignal {
    return this.#closing.signal
  }

  /** Waits for a free slot. A connection is only used with the client certificate it was opened with. */
  place(credential: Credential, purpose: Purpose, signal: AbortSignal): Promise<ConnectionSlot> {
    return this.#laneOf(credential).place(purpose, signal)
  }

  /** Waits for one of the few exclusive connections. It counts until it is closed. */
  async openUpgradable(credential: Credential, signal: AbortSignal): Promise<Socket> {
    const release = await this.#upgraded.enter(signal)
    try {
      const socket = await this.#laneOf(credential).open(signal)
      const onClosing = () => socket.destroy()
      this.signal.addEventListener('abort', onClosing, { once: true })
      socket.once('close', () => {
        this.signal.removeEventListener('abort', onClosing)
        release()
      })
      if (this.signal.aborted) onClosing()
      return socket
    } catch (error) {
      release()
      throw error
    }
  }

  #laneOf(credential: Credential): CredentialLane {
    if (this.#current?.generation !== credential.generation) {
      this.#current?.lane.drain()
      const lane = new CredentialLane(this.#route, credential, this.#closing.signal, () => {
        this.#connections++
      })
      this.#lanes.add(lane)
      this.#current = { generation: credential.generation, lane }
    }
    return this.#current.lane
  }

  close(): void {
    this.#closing.abort(new TransportError('cancelled', 'cancelled'))
    for (const lane of this.#lanes) lane.destroy()
  }
}

/** The connections of one credential. The first one decides the protocol. */
class CredentialLane {
  readonly #opener: SocketOpener
  /** Loaded on demand for servers without HTTP/2. */
  #http1: Http1 | undefined
  readonly #authority: string
  readonly #closing: AbortSignal
  readonly #onOpen: () => void
  readonly #links = new Set<Http2Link>()
  readonly #semaphores = {
    http1: new Semaphore(MAX_CONNECTIONS),
    http1Streams: new Semaphore(HTTP1_STREAMS),
    http2: new Semaphore(HTTP2_REQUESTS),
  }
  #connecting: Promise<void> | undefined
  #draining = false

  constructor(route: Route, credential: Credential, closing: AbortSignal, onOpen: () => void) {
    this.#opener = new SocketOpener(route, credential)
    this.#authority = route.target.authority
    this.#closing = closing
    this.#onOpen = onOpen
  }

  async place(purpose: Purpose, signal: AbortSignal): Promise<ConnectionSlot> {
    // Before the queue: when the server is unreachable, all waiting requests fail together.
    if (this.#usableConnection() === undefined) await this.#connect(signal)
    const release = await this.#enter(purpose, signal)
    try {
      let connection = this.#usableConnection()
      while (connection === undefined) {
        await this.#connect(signal)
        connection = this.#usableConnection()
      }
      return 'hold' in connection ? this.#http2Slot(connection, release) : http1Slot(connection, release)
    } catch (error) {
      release()
      throw error
    }
  }

  #http2Slot(link: Http2Link, release: () => void): ConnectionSlot {
    const releaseStream = link.hold()
    return {
      exchange: (outgoing, signal) => link.exchange(outgoing, signal),
      distrust: () => link.drain(),
      leave: () => {
        // A draining lane still serves requests with its credential, but keeps no connection.
        if (this.#draining) link.drain()
        releaseStream()
        release()
      },
    }
  }

  /** Opens an HTTP/1.1 connection outside of the lane's pool. */
  async open(signal: AbortSignal): Promise<Socket> {
    const { socket } = await this.#opener.open(['http/1.1'], signal)
    this.#onOpen()
    return socket
  }

  drain(): void {
    this.#draining = true
    this.#http1?.drain()
    for (const link of this.#links) link.drain()
  }

  destroy(): void {
    this.#http1?.destroy()
    for (const link of this.#links) link.destroy()
  }

  #usableConnection(): Http1 | Http2Link | undefined {
    if (this.#http1 !== undefined) return this.#http1
    const links = [...this.#links].filter((link) => link.usable)
    const free = links.find((link) => !link.full)
    if (free !== undefined || links.length < MAX_CONNECTIONS) return free
    return links.reduce((least, link) => (link.held < least.held ? link : least))
  }

  async #enter(purpose: Purpose, signal: AbortSignal): Promise<() => void> {
    if (this.#http1 === undefined) return purpose === 'stream' ? () => {} : this.#semaphores.http2.enter(signal)
    if (purpose === 'request') return this.#semaphores.http1.enter(signal)
    return this.#semaphores.http1Streams.enter(signal)
  }

  /** All waiting requests share one attempt and its failure, so an unreachable server costs the connect limit once. */
  #connect(signal: AbortSignal): Promise<void> {
    this.#connecting ??= this.#openConnection().finally(() => {
      this.#connecting = undefined
    })
    return orAborted(this.#connecting, signal)
  }

  async #openConnection(): Promise<void> {
    const opening = this.#opener.open(['h2', 'http/1.1'], this.#closing)
    // Node's HTTP/2 takes 8 ms to load, in parallel with connecting.
    const [{ socket, protocol }, { Http2Link }] = await Promise.all([opening, import('./http2.ts')])
    if (this.#closing.aborted) {
      socket.destroy()
      throw new TransportError('cancelled', 'cancelled')
    }
    this.#onOpen()
    if (protocol === 'http/1.1') return this.#switchToHttp1(socket)
    const link = new Http2Link(socket, this.#authority, (gone) => this.#links.delete(gone))
    this.#links.add(link)
  }

  async #switchToHttp1(socket: Socket): Promise<void> {
    const { Http1 } = await import('./http1.ts')
    this.#http1 ??= new Http1(this.#authority, () => this.open(this.#closing))
    if (this.#draining) this.#http1.drain()
    if (this.#closing.aborted) {
      this.#http1.destroy()
      socket.destroy()
      throw new TransportError('cancelled', 'cancelled')
    }
    this.#http1.adopt(socket)
  }
}

const http1Slot = (http1: Http1, release: () => void): ConnectionSlot => ({
  exchange: (outgoing, signal) => http1.exchange(outgoing, signal),
  distrust: () => {},
  leave: release,
})
