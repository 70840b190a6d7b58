// SPDX-License-Identifier: Apache-2.0
import { DEFAULT_WINDOW, FLAG, frameOf, MAX_FRAME, NotHttp2, TYPE } from './frames.ts'

const LARGEST_WINDOW = 2 ** 31 - 1

interface Upload {
  rest: Buffer
  window: number
}

/** Bodies of requests, sent as fast as the peer allows. */
export class Uploads {
  readonly #send: (frame: Buffer) => void
  readonly #uploads = new Map<number, Upload>()
  #window = DEFAULT_WINDOW
  #initial = DEFAULT_WINDOW

  constructor(send: (frame: Buffer) => void) {
    this.#send = send
  }

  add(stream: number, body: Buffer): void {
    this.#uploads.set(stream, { rest: body, window: this.#initial })
    this.#go()
  }

  /** The answer is there, or nobody waits for it. */
  forget(stream: number): void {
    this.#uploads.delete(stream)
  }

  /** The peer takes so much more: of this stream, or with 0 of all together. */
  widen(stream: number, bytes: number): void {
    if (bytes === 0) throw new NotHttp2('a window grows by nothing')
    const upload = this.#uploads.get(stream)
    if (stream === 0) this.#window = checked(this.#window + bytes)
    else if (upload !== undefined) upload.window = checked(upload.window + bytes)
    this.#go()
  }

  /** The peer takes so much of every stream: what is under way counts. */
  resize(initial: number): void {
    const change = checked(initial) - this.#initial
    this.#initial = initial
    for (const upload of this.#uploads.values()) upload.window += change
    this.#go()
  }

  #go(): void {
    for (const [stream, upload] of this.#uploads) {
      for (;;) {
        const size = Math.min(upload.rest.length, upload.window, this.#window, MAX_FRAME)
        if (size <= 0 && upload.rest.length > 0) break
        const part = upload.rest.subarray(0, size)
        upload.rest = upload.rest.subarray(size)
        upload.window -= size
        this.#window -= size
        const isLast = upload.rest.length === 0
        if (isLast) this.#uploads.delete(stream)
        this.#send(frameOf(TYPE.data, isLast ? FLAG.endStream : 0, stream, part))
        if (isLast) break
      }
    }
  }
}

function checked(window: number): number {
  if (window > LARGEST_WINDOW) throw new NotHttp2('a window is too large')
  return window
}
