// SPDX-License-Identifier: Apache-2.0
// subunit v2: a packet has a signature, flags, a length, fields in a fixed order and a checksum. Anything between packets
// is other output.
import { crc32 } from 'node:zlib'
import type { TempestOutcome } from '../model/tempest/results.ts'

/** One packet: the status of a test, or a chunk of a file attached to it. */
export interface Packet {
  readonly test?: string
  readonly status?: TempestOutcome
  /** Milliseconds since the epoch. */
  readonly time?: number
  readonly file?: { readonly name: string; readonly bytes: Uint8Array }
}

const SIGNATURE = 0xb3
/** Limit of the format. */
const MAX_LENGTH = 4 * 1024 * 1024
const MIN_LENGTH = 8

const FLAG = { test: 0x0800, route: 0x0400, time: 0x0200, tags: 0x0080, file: 0x0040, mime: 0x0020 } as const

/** By status code; undefined if the code does not say how a test ended. */
const STATUS: readonly (TempestOutcome | undefined)[] = [
  undefined,
  undefined,
  'unknown',
  'passed',
  'failed',
  'skipped',
  'failed',
  'passed',
]

/** The next part of the stream: a packet, text, a broken packet, or `more` if the bytes are incomplete. */
export type SubunitStep =
  | { readonly type: 'packet'; readonly packet: Packet; readonly end: number }
  | { readonly type: 'text' | 'broken'; readonly end: number }
  | { readonly type: 'more' }

/** With isLast, an incomplete packet is broken instead of `more`. */
export function nextStep(bytes: Uint8Array, from: number, isLast: boolean): SubunitStep {
  if (bytes[from] !== SIGNATURE || isInsideCharacter(bytes, from)) return { type: 'text', end: nextStart(bytes, from) }
  const head = headOf(bytes, from)
  if (head === 'more') return isLast ? { type: 'broken', end: nextStart(bytes, from) } : { type: 'more' }
  if (head === undefined) return { type: 'text', end: nextStart(bytes, from) }
  const end = from + head.length
  if (end > bytes.length) return isLast ? { type: 'broken', end: nextStart(bytes, from) } : { type: 'more' }
  const body = bytes.subarray(from, end - 4)
  if (crc32(body) !== readInt(bytes, end - 4)) return { type: 'broken', end: nextStart(bytes, from) }
  const packet = packetOf(bytes.subarray(head.start, end - 4), head.flags)
  return packet ? { type: 'packet', packet, end } : { type: 'broken', end }
}

function nextStart(bytes: Uint8Array, from: number): number {
  const next = bytes.indexOf(SIGNATURE, from + 1)
  return next === -1 ? bytes.length : next
}

/** In UTF-8, the signature byte is a continuation byte of a character. */
function isInsideCharacter(bytes: Uint8Array, at: number): boolean {
  return at > 0 && (bytes[at - 1] ?? 0) >= 0xc2 && (bytes[at - 1] ?? 0) < 0xf5 && !isPacketEnd(bytes, at)
}

/** The byte before may be the end of a packet's checksum: then flags with version 2 follow the signature. */
function isPacketEnd(bytes: Uint8Array, at: number): boolean {
  return ((bytes[at + 1] ?? 0) & 0xf8) === 0x28 || ((bytes[at + 1] ?? 0) & 0xf0) === 0x20
}

function headOf(bytes: Uint8Array, from: number) {
  if (bytes.length < from + 4) return 'more'
  const flags = ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0)
  if (flags >> 12 !== 2 || (flags & 0x0008) !== 0) return undefined
  const cursor = new Cursor(bytes, from + 3)
  const length = cursor.number()
  if (length === undefined) return 'more'
  return length < MIN_LENGTH || length > MAX_LENGTH ? undefined : { flags, length, start: cursor.at }
}

function packetOf(bytes: Uint8Array, flags: number): Packet | undefined {
  const cursor = new Cursor(bytes, 0)
  const has = (flag: number) => (flags & flag) !== 0
  const time = has(FLAG.time) ? cursor.time() : undefined
  const test = has(FLAG.test) ? cursor.text() : undefined
  if (has(FLAG.tags)) for (let tags = cursor.number() ?? 0; tags > 0 && cursor.isGood; tags--) cursor.text()
  if (has(FLAG.mime)) cursor.text()
  const name = has(FLAG.file) ? cursor.text() : undefined
  const content = has(FLAG.file) ? cursor.bytes() : undefined
  if (has(FLAG.route)) cursor.text()
  if (!cursor.isGood) return undefined
  const status = STATUS[flags & 7]
  return {
    ...(test === undefined ? {} : { test }),
    ...(status === undefined ? {} : { status }),
    ...(time === undefined ? {} : { time }),
    ...(name === undefined || content === undefined ? {} : { file: { name, bytes: content } }),
  }
}

function readInt(bytes: Uint8Array, at: number): number {
  return (
    (((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)) >>> 0
  )
}

/** Reads the fields of a packet in order; isGood stays false after a read beyond the end. */
class Cursor {
  at: number
  isGood = true
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes
    this.at = at
  }

  /** Variable length: the two highest bits contain the number of further bytes. */
  number(): number | undefined {
    const first = this.#bytes[this.at]
    const more = (first ?? 0) >> 6
    if (first === undefined || this.at + more >= this.#bytes.length) return this.#fail()
    let value = first & 0x3f
    for (let i = 1; i <= more; i++) value = value * 256 + (this.#bytes[this.at + i] ?? 0)
    this.at += more + 1
    return value
  }

  bytes(): Uint8Array | undefined {
    const length = this.number()
    if (length === undefined || this.at + length > this.#bytes.length) return this.#fail()
    this.at += length
    return this.#bytes.subarray(this.at - length, this.at)
  }

  text(): string | undefined {
    const bytes = this.bytes()
    return bytes === undefined ? undefined : DECODER.decode(bytes)
  }

  time(): number | undefined {
    if (this.at + 4 > this.#bytes.length) return this.#fail()
    const seconds = readInt(this.#bytes, this.at)
    this.at += 4
    const nanoseconds = this.number()
    return nanoseconds === undefined ? undefined : seconds * 1000 + nanoseconds / 1e6
  }

  #fail(): undefined {
    this.isGood = false
    return undefined
  }
}

const DECODER = new TextDecoder()
