// SPDX-License-Identifier: Apache-2.0
// The first file of the npm package's bundle: runs the chunks beside it.
import { readFileSync } from 'node:fs'
import { BUILD } from './build-id.ts'
import { chunkLoader } from './chunks.ts'
import { codeCacheFile, openCodeCache } from './code-cache.ts'

interface Main {
  start(root: string): Promise<never>
}

/** Starts the tool from the folder of its package. */
export function start(root: string): Promise<never> {
  const folder = `${root}/dist/bundle`
  const cache = openCodeCache(codeCacheFile(process.env, BUILD))
  const chunks = chunkLoader(
    { code: (name) => readFileSync(`${folder}/${name}`, 'latin1'), compiled: cache.compiled },
    folder,
  )
  process.once('exit', () => cache.keep(chunks.fresh()))
  return (chunks.load('main.cjs') as Main).start(root)
}
