// SPDX-License-Identifier: Apache-2.0
// Responses that violate HTTP/2 (RFC 9113, RFC 7541), as bytes.
import type { RawPeer } from './raw-http2-server.ts'

const [DATA, HEADERS, RESET, SETTINGS, PUSH, PING, WINDOW, CONTINUATION] = [0, 1, 3, 4, 5, 6, 8, 9] as const
const [END_STREAM, END_HEADERS, PADDED] = [1, 4, 8] as const
const EMPTY = Buffer.alloc(0)
/** HPACK: entry 8 of the static table, and the newest entry of the dynamic table. */
export const STATUS_200 = Buffer.from([0x88])
const NEWEST_ENTRY = 0xbe

export function frame(type: number, flags: number, stream: number, payload: Uint8Array = EMPTY): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** An HPACK length with a prefix of 7 bits. */
function length(value: number): Buffer {
  if (value < 127) return Buffer.from([value])
  const bytes = [127]
  let rest = value - 127
  for (; rest >= 128; rest >>= 7) bytes.push((rest & 127) | 128)
  return Buffer.from([...bytes, rest])
}

/** A header that is added to the dynamic table. */
export function header(name: string, value: string): Buffer {
  const parts = [name, value].flatMap((text) => [length(text.length), Buffer.from(text, 'latin1')])
  return Buffer.concat([Buffer.from([0x40]), ...parts])
}

const status = (value: string) =>
  Buffer.concat([Buffer.from([0x08]), length(value.length), Buffer.from(value, 'latin1')])

/** A header block of any size: HEADERS, then CONTINUATION. */
function block(stream: number, bytes: Buffer, flags = 0): Buffer {
  const frames: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 16_384) {
    const end = at + 16_384 >= bytes.length ? END_HEADERS : 0
    const payload = bytes.subarray(at, at + 16_384)
    frames.push(at === 0 ? frame(HEADERS, flags | end, stream, payload) : frame(CONTINUATION, end, stream, payload))
  }
  return Buffer.concat(frames)
}

/** Sends one response. `stream` is that of the request. */
export type Attack = (peer: RawPeer, stream: number) => void

const says =
  (make: (stream: number) => Uint8Array): Attack =>
  (peer, stream) =>
    peer.send(make(stream))

const floods =
  (make: (stream: number) => Uint8Array, first: (stream: number) => Uint8Array = () => EMPTY): Attack =>
  (peer, stream) => {
    peer.stopReading()
    peer.send(first(stream))
    peer.flood(make(stream))
  }

const times = (count: number, bytes: Buffer) => Buffer.concat(Array.from({ length: count }, () => bytes))
const bomb = (references: number) => (stream: number) =>
  block(
    stream,
    Buffer.concat([STATUS_200, header('x', 'y'.repeat(4000)), Buffer.alloc(references, NEWEST_ENTRY)]),
    END_STREAM,
  )

export const ENDS_BEFORE_HEADERS: Readonly<Record<string, Attack>> = {
  'empty DATA with END_STREAM': says((stream) => frame(DATA, END_STREAM, stream)),
  'padded DATA with END_STREAM': says((stream) => frame(DATA, END_STREAM | PADDED, stream, Buffer.from([0]))),
  '103 with END_STREAM': says((stream) => block(stream, status('103'), END_STREAM)),
  'an empty :status with END_STREAM': says((stream) => block(stream, status(''), END_STREAM)),
  'a negative :status with END_STREAM': says((stream) => block(stream, status('-1'), END_STREAM)),
  'no :status': says((stream) => block(stream, header('x', 'y'), END_STREAM)),
}

/** Invalid or too many headers. */
export const BAD_HEADERS: Readonly<Record<string, Attack>> = {
  '200,000 references to an entry of 4 KB': says(bomb(200_000)),
  '5,000 references to an entry of 4 KB': says(bomb(5000)),
  'a header list of 100 KB': says((stream) =>
    block(
      stream,
      Buffer.concat([STATUS_200, ...Array.from({ length: 100 }, (_, i) => header(`x-${i}`, 'y'.repeat(1000)))]),
    ),
  ),
  '5,000 small headers': says((stream) =>
    block(stream, Buffer.concat([STATUS_200, ...Array.from({ length: 5000 }, (_, i) => header(`x-${i}`, 'y'))])),
  ),
  'a table size with 200 continuation bytes': says((stream) =>
    block(stream, Buffer.concat([Buffer.from([0x3f]), Buffer.alloc(200, 0x80), Buffer.from([0]), STATUS_200])),
  ),
  'an index with 200 continuation bytes': says((stream) =>
    block(stream, Buffer.concat([STATUS_200, Buffer.from([0xff]), Buffer.alloc(200, 0xff), Buffer.from([0x7f])])),
  ),
  'a table size above the limit': says((stream) => block(stream, Buffer.from([0x3f, 0xe2, 0x1f, 0x88]))),
  ':status 200 and 403': says((stream) => block(stream, Buffer.concat([STATUS_200, status('403')]), END_STREAM)),
  'content-length abc': says((stream) =>
    block(stream, Buffer.concat([STATUS_200, header('content-length', 'abc')]), END_STREAM),
  ),
}

/** Frames that are not allowed in their position. */
export const BAD_FRAMES: Readonly<Record<string, Attack>> = {
  'HTTP/1.1': says(() => Buffer.from('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n')),
  'headers on stream 0': says(() => block(0, STATUS_200)),
  'a frame that is too long': says((stream) => frame(DATA, 0, stream, Buffer.alloc(16_385))),
  'a frame that is all padding': says((stream) => frame(HEADERS, 5 | PADDED, stream, Buffer.from([9, 1]))),
  'headers that are interrupted': says((stream) => Buffer.concat([frame(HEADERS, 0, stream), frame(DATA, 0, stream)])),
  'CONTINUATION without HEADERS': says((stream) => frame(CONTINUATION, END_HEADERS, stream)),
  'a PING of 16 KB': says(() => frame(PING, 0, 0, Buffer.alloc(16_384))),
  'a push promise': says((stream) => frame(PUSH, END_HEADERS, stream, Buffer.alloc(4))),
  'a window above the limit': says(() => frame(WINDOW, 0, 0, Buffer.from([0x7f, 0xff, 0xff, 0xff]))),
  'a stream window above the limit': says(() => frame(SETTINGS, 0, 0, Buffer.from([0, 4, 0x80, 0, 0, 0]))),
  'a reset without a code': says((stream) => frame(RESET, 0, stream)),
}

/** Floods by a server that does not read our data. */
export const FLOODS: Readonly<Record<string, Attack>> = {
  PING: floods(() => times(1000, frame(PING, 0, 0, Buffer.alloc(8)))),
  'PING after the headers of a watch': floods(
    () => times(1000, frame(PING, 0, 0, Buffer.alloc(8))),
    (stream) => block(stream, STATUS_200),
  ),
  SETTINGS: floods(() => times(1000, frame(SETTINGS, 0, 0))),
  'SETTINGS that change the table size': floods(() =>
    times(1000, frame(SETTINGS, 0, 0, Buffer.from([0, 1, 0, 0, 9, 9]))),
  ),
  'empty CONTINUATION': floods(
    (stream) => times(1000, frame(CONTINUATION, 0, stream)),
    (stream) => frame(HEADERS, 0, stream),
  ),
  'full CONTINUATION': floods(
    (stream) => frame(CONTINUATION, 0, stream, Buffer.alloc(16_384, NEWEST_ENTRY)),
    (stream) => frame(HEADERS, 0, stream, Buffer.concat([STATUS_200, header('x', 'y'.repeat(4000))])),
  ),
  'empty DATA': floods(
    (stream) => times(1000, frame(DATA, 0, stream)),
    (stream) => block(stream, STATUS_200),
  ),
}

export const ENDLESS_INFORMATIONAL_HEADERS = floods((stream) => times(1000, block(stream, status('103'))))
