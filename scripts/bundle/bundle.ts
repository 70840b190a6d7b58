// SPDX-License-Identifier: Apache-2.0
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { standIns } from './stand-ins.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The file of a bundle that exports start(). */
export const ENTRY = 'main.cjs'

export interface Chunk {
  readonly fileName: string
  readonly bytes: number
}

/**
 * Bundles the tool with everything it depends on into a folder: one entry and a chunk for each part that is loaded only
 * when it is needed. CommonJS, because it starts faster than ESM and because V8 can keep its compiled code.
 */
export async function bundle(folder: string): Promise<readonly Chunk[]> {
  await rm(folder, { recursive: true, force: true })
  await using built = await rolldown({
    cwd: ROOT,
    input: { main: join(ROOT, 'src/lib/cli/main.ts') },
    platform: 'node',
    // oclif would load a compiler to run sources; there are none in a bundle
    external: ['typescript', 'utf-8-validate', 'bufferutil'],
    plugins: [standIns],
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    logLevel: 'warn',
  })
  const { output } = await built.write({
    dir: folder,
    format: 'cjs',
    minify: true,
    comments: { legal: false, annotation: false, jsdoc: false },
    entryFileNames: '[name].cjs',
    chunkFileNames: 'c/[name]-[hash].cjs',
  })
  return output.flatMap((part) =>
    part.type === 'chunk' ? [{ fileName: part.fileName, bytes: Buffer.byteLength(part.code) }] : [],
  )
}
