// SPDX-License-Identifier: Apache-2.0
import { crc32, deflateRawSync } from 'node:zlib'
import type { ArchiveFile } from './tar.ts'

/** 1985-10-26 08:14 in DOS format: see tar.ts. */
const DATE = ((1985 - 1980) << 9) | (10 << 5) | 26
const TIME = (8 << 11) | (14 << 5)
const VERSION = 20
const MADE_ON_UNIX = (3 << 8) | VERSION
const UTF8 = 0x0800
const DEFLATED = 8

export function zip(files: readonly ArchiveFile[]): Uint8Array {
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const file of files) {
    const name = Buffer.from(file.name, 'utf8')
    const packed = deflateRawSync(file.bytes)
    const common = shared(file, packed.length, name.length)
    const local = Buffer.concat([uint32(0x04034b50), common, name, packed])
    const mode = ((file.executable ? 0o100755 : 0o100644) << 16) >>> 0
    const versionBytes = Buffer.alloc(2)
    versionBytes.writeUInt16LE(MADE_ON_UNIX)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(mode, 6)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([uint32(0x02014b50), versionBytes, common, tail, name]))
    parts.push(local)
    offset += local.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, entries, end])
}

/** The fields that an entry has both before its bytes and in the directory. */
function shared(file: ArchiveFile, packedLength: number, nameLength: number): Buffer {
  const block = Buffer.alloc(26)
  block.writeUInt16LE(VERSION, 0)
  block.writeUInt16LE(UTF8, 2)
  block.writeUInt16LE(DEFLATED, 4)
  block.writeUInt16LE(TIME, 6)
  block.writeUInt16LE(DATE, 8)
  block.writeUInt32LE(crc32(file.bytes), 10)
  block.writeUInt32LE(packedLength, 14)
  block.writeUInt32LE(file.bytes.length, 18)
  block.writeUInt16LE(nameLength, 22)
  return block
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
