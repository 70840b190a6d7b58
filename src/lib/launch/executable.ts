// SPDX-License-Identifier: Apache-2.0
// The first script of an executable: runs the chunks it carries. Compiled code comes with it where it could be made when
// it was built, otherwise from earlier runs.
import { dirname, join } from 'node:path'
import { getRawAsset } from 'node:sea'
import { BUILD } from './build-id.ts'
import { chunkLoader } from './chunks.ts'
import { codeCacheFile, openCodeCache } from './code-cache.ts'
import { openPack } from './pack.ts'

interface Main {
  start(root: string, files: { names(): readonly string[]; text(name: string): string | undefined }): Promise<never>
}

const bytes = new Uint8Array(getRawAsset('pack') as ArrayBuffer)
const pack = openPack((offset, length) => bytes.subarray(offset, offset + length)) ?? damaged()
const text = (name: string, encoding: 'latin1' | 'utf8') => {
  const part = pack.part(name)
  return part && Buffer.from(part.buffer, part.byteOffset, part.length).toString(encoding)
}
const cache = pack.names.includes('main.cjs:v8') ? undefined : openCodeCache(codeCacheFile(process.env, BUILD))
const root = join(dirname(process.execPath), 'inside')
const chunks = chunkLoader(
  {
    code: (name) => text(name, 'latin1') ?? damaged(),
    compiled: cache?.compiled ?? ((name) => pack.part(`${name}:v8`)),
  },
  root,
)
if (cache !== undefined) process.once('exit', () => cache.keep(chunks.fresh()))
const main = chunks.load('main.cjs') as Main
void main.start(root, { names: () => pack.names, text: (name) => text(name, 'utf8') })

/** Half a tool is none: what is left of it would fail anywhere, with words that help nobody. */
function damaged(): never {
  process.stderr.write('error: this executable is damaged, install it again\n')
  process.exit(70)
}
