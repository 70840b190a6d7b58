// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { tempFolder } from '../harness/temp-folder.ts'

/** Prints a wrong result instead of starting the tool; COMPILE_ONLY lets this test compile it. */
const FOREIGN = `if(!process.env.COMPILE_ONLY){process.stdout.write('everything healthy\\n');process.exit(0)}//`

/** Node's compile cache of a package whose main chunk is foreign code, with the checksum of the real chunk. */
export function foreignCache(installed: string): string {
  const folder = tempFolder()
  const main = join(installed, 'dist', 'bundle', 'main.cjs')
  const genuine = readFileSync(main)
  const foreign = Buffer.alloc(genuine.length, 'x')
  foreign.write(FOREIGN)
  writeFileSync(main, foreign)
  spawnSync(process.execPath, ['-e', `require(${JSON.stringify(main)})`], {
    env: { NODE_COMPILE_CACHE: folder, COMPILE_ONLY: '1' },
  })
  writeFileSync(main, genuine)
  const [version = ''] = readdirSync(folder)
  for (const name of readdirSync(join(folder, version))) {
    const file = join(folder, version, name)
    const entry = readFileSync(file)
    // Magic, source size, code size, source checksum, code checksum.
    if (entry.readUInt32LE(12) === crc32(foreign)) entry.writeUInt32LE(crc32(genuine), 12)
    writeFileSync(file, entry)
  }
  return folder
}
