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

/** A reserved way to send one request. Must be left when the body is done. */
export interface ConnectionSlot {
  exchange(outgoing: Outgoing, signal: AbortSignal): Promise<Incoming>
  /** The answer did not come: do not give this connection to others. */
  distrust(): void
  leave(): void
}

export type Purpose = 'request' | 'stream'

const MAX_CONNECTIONS = 8
/** Watches hold a connection each in HTTP/1.1, so they are counted apart: requests go on however many there are. */
const HTTP1_STREAMS = 100
/** Connections of exec and port-forward, which are used by one stream each. */
const MAX_UPGRADED = 8
/** All kinds of a cluster at once: a second round costs a round trip. */
const HTTP2_REQUESTS = 64

/** All connections to one cluster. */
export class ConnectionPool {
  readonly #way: Route
  readonly #closing = new AbortController()
  readonly #lanes = new Set<Lane>()
  readonly #upgraded = new Semaphore(MAX_UPGRADED)
  #current: { readonly generation: string; readonly lane: Lane } | undefined
  #connections = 0

  constructor(way: Route) {
    this.#way = way
  }

  get connections(): number {
    return this.#connections
  }

  /** Aborts when the pool is closed. */
  get signal(): AbortSignal {
    return this.#closing.signal
  }

  /** Waits for a connection and for a turn on it. A connection is only used with the client certificate it was made for. */
  place(credential: Credential, purpose: Purpose, signal: AbortSignal): Promise<ConnectionSlot> {
    return this.#laneOf(credential).place(purpose, signal)
  }

  /** A connection that nothing else uses, once few enough of them are open. It counts until it is closed. */
  async openUpgradable(credential: Credential, signal: AbortSignal): Promise<Socket> {
    const leave = await this.#upgraded.enter(signal)
    try {
      const socket = await this.#laneOf(credential).open(signal)
      const onClosing = () => socket.destroy()
      this.signal.addEventListener('abort', onClosing, { once: true })
      socket.once('close', () => {
        this.signal.removeEventListener('abort', onClosing)
        leave()
      })
      if (this.signal.aborted) onClosing()
      return socket
    } catch (error) {
      leave()
      throw error
    }
  }

  #laneOf(credential: Credential): Lane {
    if (this.#current?.generation !== credential.generation) {
      this.#current?.lane.drain()
      const lane = new Lane(this.#way, credential, this.#closing.signal, () => {
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

/** The connections of one credential. The first one tells which protocol the server speaks. */
class Lane {
  readonly #opener: SocketOpener
  /** Loaded for a server that speaks nothing newer. */
  #http1: Http1 | undefined
  readonly #authority: string
  readonly #closing: AbortSignal
  readonly #onOpen: () => void
  readonly #links = new Set<Http2Link>()
  readonly #gates = {
    http1: new Semaphore(MAX_CONNECTIONS),
    http1Streams: new Semaphore(HTTP1_STREAMS),
    http2: new Semaphore(HTTP2_REQUESTS),
  }
  #connecting: Promise<void> | undefined
  #draining = false

  constructor(way: Route, credential: Credential, closing: AbortSignal, onOpen: () => void) {
    this.#opener = new SocketOpener(way, credential)
    this.#authority = way.target.authority
    this.#closing = closing
    this.#onOpen = onOpen
  }

  async place(purpose: Purpose, signal: AbortSignal): Promise<ConnectionSlot> {
    // before the queue: when the server is dead, all who wait learn it together
    if (this.#usable() === undefined) await this.#connect(signal)
    const leave = await this.#enter(purpose, signal)
    try {
      let way = this.#usable()
      while (way === undefined) {
        await this.#connect(signal)
        way = this.#usable()
      }
      return 'hold' in way ? this.#placeOn(way, leave) : placeOnHttp1(way, leave)
    } catch (error) {
      leave()
      throw error
    }
  }

  #placeOn(link: Http2Link, leave: () => void): ConnectionSlot {
    const letGo = link.hold()
    return {
      exchange: (outgoing, signal) => link.exchange(outgoing, signal),
      distrust: () => link.drain(),
      leave: () => {
        // a lane that drains still serves those who came with its credential, but keeps nothing
        if (this.#draining) link.drain()
        letGo()
        leave()
      },
    }
  }

  /** A connection of HTTP/1.1 that this lane does not keep. */
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

  #usable(): Http1 | Http2Link | undefined {
    if (this.#http1 !== undefined) return this.#http1
    const links = [...this.#links].filter((link) => link.usable)
    const free = links.find((link) => !link.full)
    if (free !== undefined || links.length < MAX_CONNECTIONS) return free
    return links.reduce((least, link) => (link.held < least.held ? link : least))
  }

  async #enter(purpose: Purpose, signal: AbortSignal): Promise<() => void> {
    if (this.#http1 === undefined) return purpose === 'stream' ? () => {} : this.#gates.http2.enter(signal)
    if (purpose === 'request') return this.#gates.http1.enter(signal)
    return this.#gates.http1Streams.enter(signal)
  }

  /** One connection for all who wait for one; its failure is theirs, so a dead server costs the connect limit once. */
  #connect(signal: AbortSignal): Promise<void> {
    this.#connecting ??= this.#openFirst().finally(() => {
      this.#connecting = undefined
    })
    return orAborted(this.#connecting, signal)
  }

  async #openFirst(): Promise<void> {
    const opening = this.#opener.open(['h2', 'http/1.1'], this.#closing)
    // Node's HTTP/2 takes 8 ms to load, which pass while the connection is established.
    const [{ socket, protocol }, { Http2Link }] = await Promise.all([opening, import('./http2.ts')])
    if (this.#closing.aborted) {
      socket.destroy()
      throw new TransportError('cancelled', 'cancelled')
    }
    this.#onOpen()
    if (protocol === 'http/1.1') return this.#speakHttp1(socket)
    const link = new Http2Link(socket, this.#authority, (gone) => this.#links.delete(gone))
    this.#links.add(link)
  }

  async #speakHttp1(socket: Socket): Promise<void> {
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

const placeOnHttp1 = (http1: Http1, leave: () => void): ConnectionSlot => ({
  exchange: (outgoing, signal) => http1.exchange(outgoing, signal),
  distrust: () => {},
  leave,
})
