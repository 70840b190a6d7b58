// SPDX-License-Identifier: Apache-2.0
/** Where a part stands in a pack: offset behind the index, length, checksum. */
type Place = readonly [offset: number, length: number, sum: number]

/** Named parts in one file, each read alone. */
export interface Pack {
  readonly names: readonly string[]
  has(name: string): boolean
  /** The part's bytes; undefined when there is none of this name or when it is damaged. */
  part(name: string): Uint8Array | undefined
}

const HEAD = 16
const MAGIC = 0x63354333
/** Every 16th word of a part is summed up: finds damage of 64 bytes and more, in the time a start has. */
const STEP = 16

/** Bytes of a file or of an asset; shorter than asked for when it ends. */
export type ReadBytes = (offset: number, length: number) => Uint8Array

/** Opens a pack; undefined when it is none or its index is damaged. */
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
    Place
  >
  const start = aligned(HEAD + length)
  return {
    names: Object.keys(index),
    has: (name) => Object.hasOwn(index, name),
    part(name) {
      const place = Object.hasOwn(index, name) ? index[name] : undefined
      if (place === undefined) return undefined
      const part = read(start + place[0], place[1])
      return part.length === place[1] && checksum(part, STEP) === place[2] ? part : undefined
    },
  }
}

/** The bytes of a pack with these parts, in this order; the same parts give the same bytes. Names are ASCII. */
export function encodePack(parts: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const index: Record<string, Place> = {}
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

/** V8 reads its data in words. */
const aligned = (offset: number) => (offset + 7) & ~7

/**
 * V8 trusts the code it is given: a flipped bit could crash the process, so a damaged download must be noticed before. No
 * defence against an attacker, who could change the whole executable.
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
