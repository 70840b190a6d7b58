// SPDX-License-Identifier: Apache-2.0
import type { Credential } from '../credentials/types.ts'
import { orAborted } from './deadline.ts'
import type { Incoming, Outgoing } from './exchange.ts'
import { Gate } from './gate.ts'
import { Http1 } from './http1.ts'
import { Http2Link } from './http2.ts'
import { type Protocol, SocketOpener, type Way } from './socket.ts'
import { Trouble } from './trouble.ts'

/** A reserved way to send one request. Must be left when the body is done. */
export interface Place {
  exchange(outgoing: Outgoing, signal: AbortSignal): Promise<Incoming>
  /** The answer did not come: do not give this connection to others. */
  distrust(): void
  leave(): void
}

export type Purpose = 'request' | 'stream'

const MAX_CONNECTIONS = 8
/** Watches hold a connection each in HTTP/1.1, so they are counted apart: requests go on however many there are. */
const HTTP1_STREAMS = 100
/** All kinds of a cluster at once: a second round costs a round trip. */
const HTTP2_REQUESTS = 64

/** All connections to one cluster. */
export class Pool {
  readonly #way: Way
  readonly #closing = new AbortController()
  readonly #lanes = new Set<Lane>()
  #current: { readonly generation: string; readonly lane: Lane } | undefined
  #connections = 0

  constructor(way: Way) {
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
  place(credential: Credential, purpose: Purpose, signal: AbortSignal): Promise<Place> {
    if (this.#current?.generation !== credential.generation) {
      this.#current?.lane.drain()
      const lane = new Lane(this.#way, credential, this.#closing.signal, () => {
        this.#connections++
      })
      this.#lanes.add(lane)
      this.#current = { generation: credential.generation, lane }
    }
    return this.#current.lane.place(purpose, signal)
  }

  close(): void {
    this.#closing.abort(new Trouble('cancelled', 'cancelled'))
    for (const lane of this.#lanes) lane.destroy()
  }
}

/** The connections of one credential. The first one tells which protocol the server speaks. */
class Lane {
  readonly #opener: SocketOpener
  readonly #http1: Http1
  readonly #authority: string
  readonly #closing: AbortSignal
  readonly #onOpen: () => void
  readonly #links = new Set<Http2Link>()
  readonly #gates = {
    http1: new Gate(MAX_CONNECTIONS),
    http1Streams: new Gate(HTTP1_STREAMS),
    http2: new Gate(HTTP2_REQUESTS),
  }
  #protocol: Protocol | undefined
  #connecting: Promise<void> | undefined
  #draining = false

  constructor(way: Way, credential: Credential, closing: AbortSignal, onOpen: () => void) {
    this.#opener = new SocketOpener(way, credential)
    this.#authority = way.target.authority
    this.#closing = closing
    this.#onOpen = onOpen
    this.#http1 = new Http1(way.target.authority, async () => {
      const { socket } = await this.#opener.open(['http/1.1'], closing)
      onOpen()
      return socket
    })
  }

  async place(purpose: Purpose, signal: AbortSignal): Promise<Place> {
    // before the queue: when the server is dead, all who wait learn it together
    if (this.#usable() === undefined) await this.#connect(signal)
    const leave = await this.#enter(purpose, signal)
    try {
      let way = this.#usable()
      while (way === undefined) {
        await this.#connect(signal)
        way = this.#usable()
      }
      return way instanceof Http2Link ? this.#placeOn(way, leave) : { ...this.#placeOnHttp1, leave }
    } catch (error) {
      leave()
      throw error
    }
  }

  readonly #placeOnHttp1 = {
    exchange: (outgoing: Outgoing, signal: AbortSignal) => this.#http1.exchange(outgoing, signal),
    distrust: () => {},
  }

  #placeOn(link: Http2Link, leave: () => void): Place {
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

  drain(): void {
    this.#draining = true
    this.#http1.drain()
    for (const link of this.#links) link.drain()
  }

  destroy(): void {
    this.#http1.destroy()
    for (const link of this.#links) link.destroy()
  }

  #usable(): Http1 | Http2Link | undefined {
    if (this.#protocol === 'http/1.1') return this.#http1
    const links = [...this.#links].filter((link) => link.usable)
    const free = links.find((link) => !link.full)
    if (free !== undefined || links.length < MAX_CONNECTIONS) return free
    return links.reduce((least, link) => (link.held < least.held ? link : least))
  }

  async #enter(purpose: Purpose, signal: AbortSignal): Promise<() => void> {
    if (this.#protocol === 'h2') return purpose === 'stream' ? () => {} : this.#gates.http2.enter(signal)
    if (purpose === 'request') return this.#gates.http1.enter(signal)
    return this.#gates.http1Streams.enter(signal)
  }

  /** One connection for all who wait for one; its failure is theirs, so a dead server costs the connect limit once. */
  #connect(signal: AbortSignal): Promise<void> {
    this.#connecting ??= this.#open().finally(() => {
      this.#connecting = undefined
    })
    return orAborted(this.#connecting, signal)
  }

  async #open(): Promise<void> {
    const { socket, protocol } = await this.#opener.open(['h2', 'http/1.1'], this.#closing)
    if (this.#closing.aborted) {
      socket.destroy()
      throw new Trouble('cancelled', 'cancelled')
    }
    this.#onOpen()
    this.#protocol = protocol
    if (protocol === 'http/1.1') return this.#http1.adopt(socket)
    const link = new Http2Link(socket, this.#authority, (gone) => this.#links.delete(gone))
    this.#links.add(link)
  }
}
