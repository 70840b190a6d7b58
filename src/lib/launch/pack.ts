// SPDX-License-Identifier: Apache-2.0
/** Named parts in one file; each can be read without the others. */
export interface Pack {
  readonly names: readonly string[]
  has(name: string): boolean
  /** Undefined if there is no such part or it is damaged. */
  part(name: string): Uint8Array | undefined
}

/** Bytes of a file or of an asset; fewer at its end. */
export type ReadBytes = (offset: number, length: number) => Uint8Array

/** Undefined if the bytes are not a pack or its index is damaged. */
export function openPack(read: ReadBytes): Pack | undefined {
  const head = read(0, HEAD)
  if (head.length < HEAD) return undefined
  const view = new DataView(head.buffer, head.byteOffset, HEAD)
  const length = view.getUint32(4, true)
  if (view.getUint32(0, true) !== MAGIC || length > 1 << 24) return undefined
  const bytes = read(HEAD, length)
  if (bytes.length !== length || checksum(bytes, 1) !== view.getInt32(8, true)) return undefined
  const index = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, length).toString('latin1')) as Record<
    string,
    Location
  >
  const start = aligned(HEAD + length)
  return {
    names: Object.keys(index),
    has: (name) => Object.hasOwn(index, name),
    part(name) {
      const location = Object.hasOwn(index, name) ? index[name] : undefined
      if (location === undefined) return undefined
      const part = read(start + location[0], location[1])
      return part.length === location[1] && checksum(part, STEP) === location[2] ? part : undefined
    },
  }
}

/** Deterministic: the same parts in the same order give the same bytes. Names are ASCII. */
export function encodePack(parts: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const index: Record<string, Location> = {}
  let offset = 0
  for (const [name, part] of parts) {
    index[name] = [offset, part.length, checksum(part, STEP)]
    offset = aligned(offset + part.length)
  }
  const names = Buffer.from(JSON.stringify(index), 'latin1')
  const start = aligned(HEAD + names.length)
  const bytes = new Uint8Array(start + offset)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, MAGIC, true)
  view.setUint32(4, names.length, true)
  view.setInt32(8, checksum(names, 1), true)
  bytes.set(names, HEAD)
  for (const [name, part] of parts) bytes.set(part, start + (index[name]?.[0] ?? 0))
  return bytes
}

/** Offset is relative to the end of the index. */
type Location = readonly [offset: number, length: number, sum: number]

const HEAD = 16
const MAGIC = 0x63354333
/** The checksum reads every 16th word of a part: it finds damage of 64 bytes or more without slowing the start. */
const STEP = 16

/** V8 needs word-aligned data. */
const aligned = (offset: number) => (offset + 7) & ~7

/**
 * V8 runs cached code unchecked: detect a damaged download before a flipped bit crashes the process. No defence against
 * an attacker, who could change the whole executable.
 */
function checksum(bytes: Uint8Array, step: number): number {
  const words = bytes.length >> 2
  const view =
    bytes.byteOffset % 4 === 0
      ? new Int32Array(bytes.buffer, bytes.byteOffset, words)
      : new Int32Array(bytes.slice(0, words * 4).buffer)
  let sum = bytes.length | 0
  for (let i = 0; i < words; i += step) sum = (Math.imul(sum, 31) + (view[i] as number)) | 0
  for (let at = words * 4; at < bytes.length; at++) sum = (Math.imul(sum, 31) + (bytes[at] as number)) | 0
  return sum
}
