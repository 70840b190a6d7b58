// SPDX-License-Identifier: Apache-2.0
// The frames of HTTP/2 (RFC 9113, section 4 and 6).

export const TYPE = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const

/** Bits of a frame's flags. */
export const FLAG = { endStream: 1, ack: 1, endHeaders: 4, padded: 8, priority: 32 } as const

/** Error codes we send, or tell apart. */
export const CODE = { none: 0, protocol: 1, flowControl: 3, refused: 7, cancel: 8 } as const

export const SETTING = {
  headerTableSize: 1,
  enablePush: 2,
  maxStreams: 3,
  initialWindow: 4,
  maxFrame: 5,
  maxHeaderList: 6,
} as const

export const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1')

/** What a peer may send in one frame, as we never allow more, and what we send before it allows more. */
export const MAX_FRAME = 16_384

/** How much of a stream, and of all together, may be sent while nobody has said otherwise. */
export const DEFAULT_WINDOW = 65_535

const HEAD = 9

export interface Frame {
  readonly type: number
  readonly flags: number
  readonly stream: number
  readonly payload: Buffer
  /** What windows count: with padding. */
  readonly size: number
}

/** Thrown for bytes that are no HTTP/2: the connection is of no more use. */
export class NotHttp2 extends Error {}

export function frameOf(type: number, flags: number, stream: number, payload: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(HEAD + payload.length)
  frame.writeUIntBE(payload.length, 0, 3)
  frame[3] = type
  frame[4] = flags
  frame.writeUInt32BE(stream, 5)
  frame.set(payload, HEAD)
  return frame
}

/** A frame whose payload is one number: a window's increment, an error code. */
export function numberFrame(type: number, stream: number, value: number): Buffer {
  const payload = Buffer.allocUnsafe(4)
  payload.writeUInt32BE(value, 0)
  return frameOf(type, 0, stream, payload)
}

export function settingsFrame(settings: readonly (readonly [id: number, value: number])[]): Buffer {
  const payload = Buffer.allocUnsafe(settings.length * 6)
  for (const [i, [id, value]] of settings.entries()) {
    payload.writeUInt16BE(id, i * 6)
    payload.writeUInt32BE(value, i * 6 + 2)
  }
  return frameOf(TYPE.settings, 0, 0, payload)
}

interface Rest {
  readonly flags: number
  readonly stream: number
  readonly left: number
}

/** Makes frames of what comes over the wire, however it is cut. Data is handed on as it comes, without waiting for its frame. */
export class FrameReader {
  readonly #take: (frame: Frame) => void
  #rest: Buffer = Buffer.alloc(0)
  /** A frame of data that is not all there. */
  #data: Rest | undefined

  constructor(take: (frame: Frame) => void) {
    this.#take = take
  }

  /** Throws NotHttp2. */
  read(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    let at = 0
    for (;;) {
      if (this.#data !== undefined) at = this.#readData(this.#data, bytes, at)
      if (bytes.length - at < HEAD) break
      const length = bytes.readUIntBE(at, 3)
      const [type, flags] = [bytes[at + 3] as number, bytes[at + 4] as number]
      const stream = bytes.readUInt32BE(at + 5) & 0x7fffffff
      if (length > MAX_FRAME) throw new NotHttp2('a frame is too long')
      if (type === TYPE.data && (flags & FLAG.padded) === 0) {
        this.#data = { flags, stream, left: length }
        at += HEAD
        continue
      }
      if (bytes.length - at < HEAD + length) break
      const payload = unpadded(type, flags, bytes.subarray(at + HEAD, at + HEAD + length))
      this.#take({ type, flags, stream, payload, size: length })
      at += HEAD + length
    }
    this.#rest = bytes.subarray(at)
  }

  #readData({ flags, stream, left }: Rest, bytes: Buffer, at: number): number {
    const payload = bytes.subarray(at, at + left)
    const isLast = payload.length === left
    this.#data = isLast ? undefined : { flags, stream, left: left - payload.length }
    if (payload.length > 0 || isLast)
      this.#take({
        type: TYPE.data,
        flags: isLast ? flags : flags & ~FLAG.endStream,
        stream,
        payload,
        size: payload.length,
      })
    return at + payload.length
  }
}

function unpadded(type: number, flags: number, payload: Buffer): Buffer {
  if ((type !== TYPE.data && type !== TYPE.headers) || (flags & FLAG.padded) === 0) return payload
  const padding = payload[0]
  if (padding === undefined || padding >= payload.length) throw new NotHttp2('a frame is all padding')
  return payload.subarray(1, payload.length - padding)
}
