// SPDX-License-Identifier: Apache-2.0
// The ad-hoc signature of a Mach-O program, as "codesign --sign -" makes it on a Mac: hashes of all its pages, vouched for
// by nobody. Apple silicon runs no program without one. The format is described in XNU's cs_blobs.h and loader.h.
import { createHash } from 'node:crypto'

const [SEGMENT, CODE_SIGNATURE] = [0x19, 0x1d]
const [SUPER_BLOB, CODE_DIRECTORY, REQUIREMENTS, CMS] = [0xfade0cc0, 0xfade0c02, 0xfade0c01, 0xfade0b01]
const [HEADER, COMMAND, DIRECTORY, HASH, PAGE, ALIGN] = [32, 16, 88, 32, 4096, 0x4000]
const [AD_HOC, MAIN_BINARY, SHA256] = [2, 1, 2]
/** Info.plist, which there is none of, and requirements. */
const SPECIAL = 2

interface Segment {
  readonly name: string
  /** Where its command stands. */
  readonly at: number
  readonly offset: number
  readonly size: number
}

/** The program with an ad-hoc signature under this name. Throws when it is none that can be signed, or signed already. */
export function signAdHoc(program: Uint8Array, identifier: string): Uint8Array {
  const old = Buffer.from(program.buffer, program.byteOffset, program.length)
  if (old.readUInt32LE(0) !== 0xfeedfacf) throw new Error('this is no 64-bit Mach-O program')
  const { segments, end, room, signed } = commandsOf(old)
  if (signed !== undefined) throw new Error('it is signed already')
  if (end + COMMAND > room) throw new Error('there is no room for one more load command')
  const [text, last] = [segments.find(({ name }) => name === '__TEXT'), segments.at(-1)]
  if (text === undefined || last?.name !== '__LINKEDIT')
    throw new Error('its segments are not as a signature needs them')

  const limit = aligned(old.length, 16)
  const size = sizeOf(limit, identifier)
  const signedProgram = Buffer.alloc(limit + size)
  old.copy(signedProgram)
  signedProgram.writeUInt32LE(signedProgram.readUInt32LE(16) + 1, 16)
  signedProgram.writeUInt32LE(signedProgram.readUInt32LE(20) + COMMAND, 20)
  for (const [i, value] of [CODE_SIGNATURE, COMMAND, limit, size].entries())
    signedProgram.writeUInt32LE(value, end + 4 * i)
  const linked = limit + size - last.offset
  signedProgram.writeBigUInt64LE(BigInt(aligned(linked, ALIGN)), last.at + 32)
  signedProgram.writeBigUInt64LE(BigInt(linked), last.at + 48)
  signature(signedProgram.subarray(0, limit), identifier, text).copy(signedProgram, limit)
  return signedProgram
}

/** The hashes of a program's pages, in order, one after the other. */
export function pageHashes(code: Uint8Array): Buffer {
  const hashes: Buffer[] = []
  for (let at = 0; at < code.length; at += PAGE)
    hashes.push(
      createHash('sha256')
        .update(code.subarray(at, Math.min(at + PAGE, code.length)))
        .digest(),
    )
  return Buffer.concat(hashes)
}

/** Where a signature stands in a program: offset and length; undefined when there is none. */
export function signatureOf(program: Uint8Array): readonly [number, number] | undefined {
  return commandsOf(Buffer.from(program.buffer, program.byteOffset, program.length)).signed
}

function commandsOf(program: Buffer) {
  const segments: Segment[] = []
  let [at, room, signed] = [HEADER, program.length, undefined as readonly [number, number] | undefined]
  for (let left = program.readUInt32LE(16); left > 0; left--) {
    const command = program.readUInt32LE(at)
    if (command === CODE_SIGNATURE) signed = [program.readUInt32LE(at + 8), program.readUInt32LE(at + 12)]
    if (command === SEGMENT) {
      const name = program.toString('latin1', at + 8, at + 24).replace(/\0+$/, '')
      const [offset, size] = [Number(program.readBigUInt64LE(at + 40)), Number(program.readBigUInt64LE(at + 48))]
      segments.push({ name, at, offset, size })
      for (let section = 0; section < program.readUInt32LE(at + 64); section++) {
        const start = program.readUInt32LE(at + 72 + section * 80 + 48)
        if (start > 0) room = Math.min(room, start)
      }
    }
    at += program.readUInt32LE(at + 4)
  }
  return { segments, end: at, room, signed }
}

const aligned = (size: number, to: number) => Math.ceil(size / to) * to
const directorySize = (limit: number, identifier: string) =>
  DIRECTORY + identifier.length + 1 + (SPECIAL + Math.ceil(limit / PAGE)) * HASH
const requirements = bigEndian(REQUIREMENTS, 12, 0)
const cms = bigEndian(CMS, 8)
/** Magic, length, count, and a type and an offset for each of three parts. */
const INDEX = 12 + 3 * 8
const sizeOf = (limit: number, identifier: string) =>
  aligned(INDEX + directorySize(limit, identifier) + requirements.length + cms.length, 16)

function signature(code: Buffer, identifier: string, text: Segment): Buffer {
  const directory = codeDirectory(code, identifier, text)
  const [second, third] = [INDEX + directory.length, INDEX + directory.length + requirements.length]
  const index = bigEndian(SUPER_BLOB, third + cms.length, 3, 0, INDEX, 2, second, 0x10000, third)
  return Buffer.concat([index, directory, requirements, cms])
}

function codeDirectory(code: Buffer, identifier: string, text: Segment): Buffer {
  const names = DIRECTORY + identifier.length + 1
  const hashes = pageHashes(code)
  const head = Buffer.concat([
    bigEndian(CODE_DIRECTORY, directorySize(code.length, identifier), 0x20400, AD_HOC),
    bigEndian(names + SPECIAL * HASH, DIRECTORY, SPECIAL, hashes.length / HASH, code.length),
    Buffer.from([HASH, SHA256, 0, Math.log2(PAGE)]),
    // nothing scattered, no team, no limit beyond 4 GiB
    bigEndian(0, 0, 0, 0, 0, 0),
    bigEndian(0, text.offset, 0, text.size, 0, MAIN_BINARY),
  ])
  const special = [createHash('sha256').update(requirements).digest(), Buffer.alloc(HASH)]
  return Buffer.concat([head, Buffer.from(`${identifier}\0`), ...special, hashes])
}

function bigEndian(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value, i * 4)
  return bytes
}
