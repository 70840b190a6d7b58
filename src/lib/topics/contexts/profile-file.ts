// SPDX-License-Identifier: Apache-2.0
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { C5c3Error } from '../../model/report/errors.ts'

/** The text of the config file; empty when there is none yet. */
export async function readConfigFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return ''
    throw new C5c3Error('BAD_CONFIG', 'usage', `cannot read ${file}: ${code}`)
  }
}

/** Replaces the config file atomically. */
export async function writeConfigFile(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}.new`
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await writeFile(draft, text, { mode: 0o600, flag: 'wx' })
    await rename(draft, file)
  } catch (error) {
    throw new C5c3Error('OUTPUT', 'io', `cannot write ${file}: ${(error as NodeJS.ErrnoException).code}`)
  }
}
