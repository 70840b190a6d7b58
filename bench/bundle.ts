// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

/** Bundles one of processes/ into a folder like the released tool, and returns the path of the file. */
export async function bundle(name: string, folder: string): Promise<string> {
  const input = fileURLToPath(new URL(`./processes/${name}.ts`, import.meta.url))
  const file = join(folder, `${name}.mjs`)
  await using built = await rolldown({ input, platform: 'node' })
  await built.write({ file, format: 'esm', codeSplitting: false })
  return file
}
