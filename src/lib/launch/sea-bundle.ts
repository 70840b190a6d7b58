// SPDX-License-Identifier: Apache-2.0
import { dirname, join } from 'node:path'
import { getRawAsset } from 'node:sea'
import { type Chunks, chunkLoader } from './chunks.ts'
import { openPack, type Pack } from './pack.ts'

interface Main {
  start(root: string, files: { names(): readonly string[]; text(name: string): string | undefined }): Promise<never>
}

/** Starts the tool from the chunks and compiled code in this executable. Reads no other file. */
export function startSeaBundle(): Chunks {
  const pack = openBytes(new Uint8Array(getRawAsset('pack') as ArrayBuffer))
  let fleets: Pack | undefined
  const openFleets = () => {
    fleets ??= openBytes(pack.part('fleets') ?? damaged())
    return fleets
  }
  const root = join(dirname(process.execPath), 'inside')
  const chunks = chunkLoader(
    { code: (name) => text(pack, name, 'latin1') ?? damaged(), compiled: compiledFor(process.argv.slice(2, 4), pack) },
    root,
  )
  const main = chunks.load('main.cjs') as Main
  void main.start(root, { names: () => openFleets().names, text: (name) => text(openFleets(), name, 'utf8') })
  return chunks
}

/** Compiled code recorded for this command (`contexts check`, `status`) if there is some, else for any command. */
function compiledFor(args: readonly string[], pack: Pack): (name: string) => Uint8Array | undefined {
  const kinds = [`:v8:${args.join(' ')}`, `:v8:${args[0]}`, ':v8']
  return (name) => {
    const kind = kinds.find((each) => pack.has(name + each))
    return kind === undefined ? undefined : pack.part(name + kind)
  }
}

const openBytes = (bytes: Uint8Array) =>
  openPack((offset, length) => bytes.subarray(offset, offset + length)) ?? damaged()

function text({ part }: Pack, name: string, encoding: 'latin1' | 'utf8'): string | undefined {
  const bytes = part(name)
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(encoding)
}

/** Fails fast on a truncated or changed executable. */
function damaged(): never {
  process.stderr.write('error: this executable is damaged, install it again\n')
  process.exit(70)
}
