// SPDX-License-Identifier: Apache-2.0
import { gzipSync } from 'node:zlib'

export interface ArchiveFile {
  /** Its path in the archive, with slashes. */
  readonly name: string
  readonly bytes: Uint8Array
  readonly executable?: boolean
}

/** A constant time for every file, so that builds of one commit are reproducible. */
const MODIFIED = Date.UTC(1985, 9, 26, 8, 15) / 1000
const BLOCK = 512

/** A gzipped ustar archive without owners. */
export function tarGz(files: readonly ArchiveFile[]): Uint8Array {
  const blocks = files.flatMap((file) => [
    header(file),
    file.bytes,
    Buffer.alloc((BLOCK - (file.bytes.length % BLOCK)) % BLOCK),
  ])
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]))
}

function header({ name, bytes, executable }: ArchiveFile): Buffer {
  const split = name.length <= 100 ? -1 : name.indexOf('/', name.length - 101)
  const [prefix, base] = split === -1 ? ['', name] : [name.slice(0, split), name.slice(split + 1)]
  if (base.length > 100 || prefix.length > 155) throw new Error(`${name} is too long for a tar archive`)
  const block = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, length: number) =>
    block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1')
  block.write(base, 0, 'utf8')
  octal(executable ? 0o755 : 0o644, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(bytes.length, 124, 12)
  octal(MODIFIED, 136, 12)
  block.write('        0', 148, 'latin1')
  block.write('ustar\u000000', 257, 'latin1')
  block.write(prefix, 345, 'utf8')
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return block
}
