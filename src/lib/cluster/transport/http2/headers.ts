// SPDX-License-Identifier: Apache-2.0
// Headers as HTTP/2 packs them (RFC 7541).
import { NotHttp2 } from './frames.ts'
import { type Header, HeaderTable, KNOWN, sizeOf, USUAL_TABLE } from './header-table.ts'
import { unpacked } from './huffman.ts'

/** The first byte of each form: its mark, and how many bits are left for a number. */
const FORM = {
  known: { mark: 0x80, bits: 7 },
  kept: { mark: 0x40, bits: 6 },
  tableSize: { mark: 0x20, bits: 5 },
  once: { mark: 0x00, bits: 4 },
} as const

/** They differ from request to request: to keep them would push out what is repeated. */
const NEVER_REPEATED = new Set([':path', 'content-length'])
const NUMBERS = new Map(KNOWN.map(([name, value], i) => [`${name}=${value}`, i + 1]))
const NAMES = new Map(KNOWN.map(([name], i) => [name, i + 1]).toReversed() as [string, number][])

/** Packs the headers of one connection, in the order of its requests. */
export class HeaderWriter {
  readonly #table = new HeaderTable()
  #resized = false

  /** The peer keeps no more than this. */
  limit(bytes: number): void {
    const limit = Math.min(bytes, USUAL_TABLE)
    this.#resized ||= limit !== this.#table.limit
    this.#table.limit = limit
  }

  pack(headers: readonly Header[]): Buffer {
    const parts: Uint8Array[] = []
    if (this.#resized) parts.push(integer(FORM.tableSize, this.#table.limit))
    this.#resized = false
    for (const header of headers) {
      const [name, value] = header
      const number = NUMBERS.get(`${name}=${value}`) ?? this.#table.numberOf(header)
      if (number !== undefined) {
        parts.push(integer(FORM.known, number))
        continue
      }
      const isKept = !NEVER_REPEATED.has(name) && sizeOf(header) <= this.#table.limit
      const named = NAMES.get(name)
      parts.push(integer(isKept ? FORM.kept : FORM.once, named ?? 0))
      if (named === undefined) parts.push(...text(name))
      parts.push(...text(value))
      if (isKept) this.#table.add(header)
    }
    return Buffer.concat(parts)
  }
}

/** Unpacks the headers of one connection, in the order of its answers. */
export class HeaderReader {
  readonly #table = new HeaderTable()

  /**
   * Hands over one header after the other. All of them must be read, also those of answers that nobody wants: later ones
   * build on them. Throws NotHttp2.
   */
  unpack(block: Buffer, take: (header: Header) => void): void {
    const at = { byte: 0 }
    while (at.byte < block.length) {
      const mark = block[at.byte] as number
      if (mark & FORM.known.mark) take(this.#known(readInteger(block, at, FORM.known.bits)))
      else if (mark & FORM.kept.mark) {
        const header = this.#read(block, at, FORM.kept.bits)
        this.#table.add(header)
        take(header)
      } else if (mark & FORM.tableSize.mark) this.#resize(readInteger(block, at, FORM.tableSize.bits))
      else take(this.#read(block, at, FORM.once.bits))
    }
  }

  #known(number: number): Header {
    const header = this.#table.get(number)
    if (header === undefined) throw new NotHttp2('a header refers to nothing')
    return header
  }

  #read(block: Buffer, at: { byte: number }, bits: number): Header {
    const number = readInteger(block, at, bits)
    const name = number === 0 ? readText(block, at) : this.#known(number)[0]
    return [name, readText(block, at)]
  }

  #resize(limit: number): void {
    if (limit > USUAL_TABLE) throw new NotHttp2('a table of headers is larger than was allowed')
    this.#table.limit = limit
  }
}

function integer({ mark, bits }: { readonly mark: number; readonly bits: number }, value: number): Uint8Array {
  const most = 2 ** bits - 1
  if (value < most) return Uint8Array.of(mark | value)
  const bytes = [mark | most]
  let left = value - most
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) + 128)
  return Uint8Array.from([...bytes, left])
}

function readInteger(block: Buffer, at: { byte: number }, bits: number): number {
  const most = 2 ** bits - 1
  let value = byteAt(block, at) & most
  if (value < most) return value
  for (let factor = 1; ; factor *= 128) {
    const byte = byteAt(block, at)
    value += (byte & 127) * factor
    if (value > 2 ** 31) throw new NotHttp2('a number is too large')
    if (byte < 128) return value
  }
}

function byteAt(block: Buffer, at: { byte: number }): number {
  const byte = block[at.byte++]
  if (byte === undefined) throw new NotHttp2('headers are cut')
  return byte
}

const TEXT = { mark: 0, bits: 7 }

const text = (value: string): readonly Uint8Array[] => [integer(TEXT, value.length), Buffer.from(value, 'latin1')]

function readText(block: Buffer, at: { byte: number }): string {
  const isPacked = ((block[at.byte] ?? 0) & 0x80) !== 0
  const length = readInteger(block, at, TEXT.bits)
  const from = at.byte
  at.byte += length
  if (at.byte > block.length) throw new NotHttp2('headers are cut')
  return isPacked ? unpacked(block.subarray(from, at.byte)) : block.toString('latin1', from, at.byte)
}
