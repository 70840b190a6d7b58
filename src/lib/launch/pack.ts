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

/**
 * How many words share one that is summed up: a file that is written by every run is looked at word by word, what stands
 * inside a program, which was checked when it was installed, only for damage of 64 bytes and more.
 */
export type Grain = 1 | 16

/** Bytes of a file or of an asset; shorter than asked for when it ends. */
export type Read = (offset: number, length: number) => Uint8Array

/** Opens a pack; undefined when it is none or its index is damaged. grain: as it was encoded. */
export function openPack(read: Read, grain: Grain = 1): Pack | undefined {
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
      return part.length === place[1] && checksum(part, grain) === place[2] ? part : undefined
    },
  }
}

/** The bytes of a pack with these parts, in this order; the same parts give the same bytes. Names are ASCII. */
export function encodePack(parts: ReadonlyMap<string, Uint8Array>, grain: Grain = 1): Uint8Array {
  const index: Record<string, Place> = {}
  let offset = 0
  for (const [name, part] of parts) {
    index[name] = [offset, part.length, checksum(part, grain)]
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
 * A sum over words, in four lanes without a call: it runs before any code is warm. V8 believes the code it is given: a
 * flipped bit in it would crash the process, so damage has to be noticed before. Not a defence against people; the
 * file's owner and mode are.
 */
function checksum(bytes: Uint8Array, grain: Grain): number {
  const words = bytes.length >> 2
  const view =
    bytes.byteOffset % 4 === 0
      ? new Int32Array(bytes.buffer, bytes.byteOffset, words)
      : new Int32Array(bytes.slice(0, words * 4).buffer)
  let [a, b, c, d, i] = [bytes.length | 0, 1, 2, 3, 0]
  for (; grain > 1 && i < words; i += grain) a = ((a << 5) - a + (view[i] as number)) | 0
  for (; i + 4 <= words; i += 4) {
    a = ((a << 5) - a + (view[i] as number)) | 0
    b = ((b << 5) - b + (view[i + 1] as number)) | 0
    c = ((c << 5) - c + (view[i + 2] as number)) | 0
    d = ((d << 5) - d + (view[i + 3] as number)) | 0
  }
  for (; i < words; i++) a = ((a << 5) - a + (view[i] as number)) | 0
  for (let at = words * 4; at < bytes.length; at++) b = ((b << 5) - b + (bytes[at] as number)) | 0
  return (Math.imul(a, 7) ^ Math.imul(b, 11) ^ Math.imul(c, 13) ^ d) | 0
}
