// SPDX-License-Identifier: Apache-2.0
import type { Socket } from 'node:net'
import { MAX_HEADER_BYTES } from '../exchange.ts'
import { Trouble } from '../trouble.ts'
import { Answer, type Asker, STREAM_WINDOW } from './answer.ts'
import {
  CODE,
  DEFAULT_WINDOW,
  FLAG,
  type Frame,
  FrameReader,
  frameOf,
  MAX_FRAME,
  NotHttp2,
  numberFrame,
  PREFACE,
  SETTING,
  settingsFrame,
  TYPE,
} from './frames.ts'
import type { Header } from './header-table.ts'
import { HeaderReader, HeaderWriter } from './headers.ts'
import { Uploads } from './uploads.ts'

// The default of 64 KiB makes a long list crawl: one window per round trip.
const CONNECTION_WINDOW = 32 * 1_048_576
const LAST_STREAM = 2 ** 31 - 1
/** No server has so many headers to say; one that goes on is stopped. */
const MAX_BLOCK = 4 * MAX_HEADER_BYTES

/** Frames in, frames out: requests and their answers on one socket. */
export class Connection {
  readonly #socket: Socket
  readonly #writer = new HeaderWriter()
  readonly #reader = new HeaderReader()
  readonly #answers = new Map<number, Answer>()
  readonly #uploads = new Uploads((frame) => this.#send(frame))
  readonly #onGoaway: () => void
  #next = 1
  #unsent: Buffer[] = []
  #uncredited = 0
  #block: { readonly stream: number; readonly isEnd: boolean; readonly parts: Buffer[]; size: number } | undefined
  #error: unknown
  /** How many streams the peer allows at once, once it has said so. */
  maxStreams = Number.POSITIVE_INFINITY

  constructor(socket: Socket, on: { readonly goaway: () => void; readonly close: () => void }) {
    this.#socket = socket
    this.#onGoaway = on.goaway
    const frames = new FrameReader((frame) => this.#take(frame))
    socket.on('data', (chunk: Buffer) => this.#guarded(() => frames.read(chunk)))
    socket.on('error', (error) => {
      this.#error ??= error
    })
    socket.on('end', () => socket.destroy())
    socket.on('close', () => {
      for (const answer of this.#answers.values()) {
        if (this.#error === undefined) answer.lose(lost(CODE.none))
        else answer.fail(this.#error)
      }
      on.close()
    })
    const settings = [
      [SETTING.enablePush, 0],
      [SETTING.initialWindow, STREAM_WINDOW],
      [SETTING.maxHeaderList, MAX_HEADER_BYTES],
    ] as const
    const wider = numberFrame(TYPE.windowUpdate, 0, CONNECTION_WINDOW - DEFAULT_WINDOW)
    this.#send(Buffer.concat([PREFACE, settingsFrame(settings), wider]))
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#next < LAST_STREAM
  }

  /** Sends a request; the asker is told what comes of it. */
  ask(headers: readonly Header[], body: Buffer | undefined, asker: Asker): Answer {
    const stream = this.#next
    this.#next += 2
    const line = {
      credit: (bytes: number) => this.#send(numberFrame(TYPE.windowUpdate, stream, bytes)),
      reset: (code: number) => this.#send(numberFrame(TYPE.reset, stream, code)),
    }
    const over = () => {
      this.#answers.delete(stream)
      this.#uploads.forget(stream)
      asker.over()
    }
    const answer = new Answer(line, { ...asker, over })
    this.#answers.set(stream, answer)
    if (!this.isOpen) answer.fail(this.#error ?? lost(CODE.none))
    else this.#begin(stream, this.#writer.pack(headers), body)
    return answer
  }

  #begin(stream: number, block: Buffer, body: Buffer | undefined): void {
    const end = body === undefined ? FLAG.endStream : 0
    for (let at = 0; at < block.length; at += MAX_FRAME) {
      const isLast = at + MAX_FRAME >= block.length
      const [type, flags] = at === 0 ? [TYPE.headers, end] : [TYPE.continuation, 0]
      this.#send(frameOf(type, flags | (isLast ? FLAG.endHeaders : 0), stream, block.subarray(at, at + MAX_FRAME)))
    }
    if (body !== undefined) this.#uploads.add(stream, body)
  }

  /** What is said in one turn goes out in one piece. */
  #send(frame: Buffer): void {
    if (this.#unsent.push(frame) > 1) return
    process.nextTick(() => {
      const bytes = Buffer.concat(this.#unsent)
      this.#unsent = []
      if (!this.#socket.destroyed) this.#socket.write(bytes)
    })
  }

  #guarded(work: () => void): void {
    try {
      work()
    } catch (error) {
      if (!(error instanceof NotHttp2)) throw error
      this.#error ??= new Trouble(
        'malformed',
        'the answer breaks the rules of HTTP/2, or its headers are far too large',
      )
      this.#socket.destroy()
    }
  }

  #take(frame: Frame): void {
    if (this.#block !== undefined && (frame.type !== TYPE.continuation || frame.stream !== this.#block.stream))
      throw new NotHttp2('headers are interrupted')
    const { type, flags, stream, payload } = frame
    if (type === TYPE.data) this.#data(frame)
    else if (type === TYPE.headers) this.#headers(frame)
    else if (type === TYPE.continuation) this.#continue(flags, payload)
    else if (type === TYPE.reset) this.#answers.get(stream)?.lose(broken(numberIn(payload, 0)))
    else if (type === TYPE.settings) this.#settings(frame)
    else if (type === TYPE.ping && (flags & FLAG.ack) === 0) this.#send(frameOf(TYPE.ping, FLAG.ack, 0, payload))
    else if (type === TYPE.goaway) this.#goaway(numberIn(payload, 0), numberIn(payload, 4))
    else if (type === TYPE.windowUpdate) this.#uploads.widen(stream, numberIn(payload, 0))
    else if (type === TYPE.pushPromise) throw new NotHttp2('nobody asked for that')
  }

  #data({ flags, stream, payload, size }: Frame): void {
    this.#uncredited += size
    if (this.#uncredited >= CONNECTION_WINDOW / 2) {
      this.#send(numberFrame(TYPE.windowUpdate, 0, this.#uncredited))
      this.#uncredited = 0
    }
    const answer = this.#answers.get(stream)
    if (payload.length > 0) answer?.data(payload, size)
    if ((flags & FLAG.endStream) !== 0) this.#answers.get(stream)?.end()
  }

  #headers({ flags, stream, payload }: Frame): void {
    const part = (flags & FLAG.priority) === 0 ? payload : payload.subarray(5)
    this.#block = { stream, isEnd: (flags & FLAG.endStream) !== 0, parts: [], size: 0 }
    this.#continue(flags, part)
  }

  #continue(flags: number, part: Buffer): void {
    const block = this.#block
    if (block === undefined) throw new NotHttp2('headers go on that never began')
    block.parts.push(part)
    block.size += part.length + 1
    if (block.size > MAX_BLOCK) throw new NotHttp2('there is no end of headers')
    if ((flags & FLAG.endHeaders) === 0) return
    this.#block = undefined
    const headers: Header[] = []
    this.#reader.unpack(block.parts.length === 1 ? part : Buffer.concat(block.parts), (header) => headers.push(header))
    this.#answers.get(block.stream)?.head(headers)
    if (block.isEnd) this.#answers.get(block.stream)?.end()
  }

  #settings({ flags, payload }: Frame): void {
    if ((flags & FLAG.ack) !== 0) return
    for (let at = 0; at + 6 <= payload.length; at += 6) {
      const [id, value] = [payload.readUInt16BE(at), payload.readUInt32BE(at + 2)]
      if (id === SETTING.headerTableSize) this.#writer.limit(value)
      if (id === SETTING.maxStreams) this.maxStreams = value
      if (id === SETTING.initialWindow) this.#uploads.resize(value)
    }
    this.#send(frameOf(TYPE.settings, FLAG.ack, 0, Buffer.alloc(0)))
  }

  /** The peer takes no more requests; those after the last one it took were never looked at. */
  #goaway(last: number, code: number): void {
    this.#onGoaway()
    for (const [stream, answer] of this.#answers) {
      if (code !== CODE.none) answer.lose(lost(code))
      else if (stream > last) answer.lose(broken(CODE.refused))
    }
  }
}

function numberIn(payload: Buffer, at: number): number {
  if (payload.length < at + 4) throw new NotHttp2('a frame is too short')
  return payload.readUInt32BE(at) & 0x7fffffff
}

function broken(code: number): Trouble {
  if (code !== CODE.refused) return lost(code)
  return new Trouble('unreachable', 'the server took no more requests (REFUSED_STREAM)', { again: 'always' })
}

const lost = (code: number) => new Trouble('unreachable', `connection lost (HTTP/2 code ${code})`, { again: 'reads' })
