// SPDX-License-Identifier: Apache-2.0
import { constants } from 'node:fs'
import { open, rename, unlink } from 'node:fs/promises'
import { resolve } from 'node:path'
import { C5c3Error } from '../model/errors.ts'
import { safeLine } from '../model/safe.ts'
import { io } from './io.ts'

/** Writes a report for nobody else to read, whole or not at all. An older one is replaced. Throws OUTPUT, exit 74. */
export async function writeReport(name: string, text: string): Promise<void> {
  const path = resolve(io().cwd, name)
  const draft = `${path}.${process.pid}.new`
  try {
    const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW
    const handle = await open(draft, flags, 0o600)
    try {
      await handle.writeFile(text)
    } finally {
      await handle.close()
    }
    await rename(draft, path)
  } catch (error) {
    await unlink(draft).catch(() => undefined)
    const { code = 'error' } = error as NodeJS.ErrnoException
    const full = code === 'ENOSPC' || code === 'EDQUOT'
    throw new C5c3Error('OUTPUT', 'io', `cannot write ${safeLine(name)}: ${full ? 'no space left on device' : code}`)
  }
}
