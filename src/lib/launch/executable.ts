// SPDX-License-Identifier: Apache-2.0
// The first script of an executable: runs the chunks it carries. Compiled code comes with it where it could be made when
// it was built, otherwise from earlier runs.
import { dirname, join } from 'node:path'
import { getRawAsset } from 'node:sea'
import { BUILD } from './build-id.ts'
import { chunkLoader } from './chunks.ts'
import { codeCacheFile, openCodeCache } from './code-cache.ts'
import { openPack, type Pack } from './pack.ts'

interface Main {
  start(root: string, files: { names(): readonly string[]; text(name: string): string | undefined }): Promise<never>
}

const opened = (bytes: Uint8Array) =>
  openPack((offset, length) => bytes.subarray(offset, offset + length), 16) ?? damaged()
const pack = opened(new Uint8Array(getRawAsset('pack') as ArrayBuffer))
const text = ({ part }: Pack, name: string, encoding: 'latin1' | 'utf8') => {
  const bytes = part(name)
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(encoding)
}
let opening: Pack | undefined
const fleets = () => {
  opening ??= opened(pack.part('fleets') ?? damaged())
  return opening
}
const cache = pack.has('main.cjs:v8') ? undefined : openCodeCache(codeCacheFile(process.env, BUILD))
/** Code that V8 compiled for this very command, where there is some: `contexts check`, `status`; else for any. */
const words = process.argv.slice(2, 4)
const kinds = [`:v8:${words.join(' ')}`, `:v8:${words[0]}`, ':v8']
const compiledHere = (name: string) => {
  const kind = kinds.find((each) => pack.has(name + each))
  return kind === undefined ? undefined : pack.part(name + kind)
}
const root = join(dirname(process.execPath), 'inside')
const chunks = chunkLoader(
  {
    code: (name) => text(pack, name, 'latin1') ?? damaged(),
    compiled: cache?.compiled ?? compiledHere,
  },
  root,
)
if (cache !== undefined) process.once('exit', () => cache.keep(chunks.fresh()))
const main = chunks.load('main.cjs') as Main
void main.start(root, { names: () => fleets().names, text: (name) => text(fleets(), name, 'utf8') })

/** Half a tool is none: what is left of it would fail anywhere, with words that help nobody. */
function damaged(): never {
  process.stderr.write('error: this executable is damaged, install it again\n')
  process.exit(70)
}
