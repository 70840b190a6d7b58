// SPDX-License-Identifier: Apache-2.0
import { constants } from 'node:fs'
import { open, rename, unlink } from 'node:fs/promises'
import { resolve } from 'node:path'
import { io } from '../../io/io.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import type { Report } from '../../model/report/report.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import type { RenderedText } from '../../render/index.ts'

/** Writes a report to a file, says so on stderr, and returns the exit code of the report. */
export async function writeReport(
  name: string,
  { verdict, exitCode }: Report,
  { data, notes }: RenderedText,
): Promise<number> {
  const { signal, stderr } = io()
  signal.throwIfAborted()
  await replaceFile(name, data)
  await stderr.write(`${notes}${name}: ${verdict}, ${Math.ceil(data.length / 1024)} KB, exit ${exitCode}\n`)
  return exitCode
}

/** Replaces a file atomically, readable only by its owner. Throws OUTPUT, exit 74. */
async function replaceFile(name: string, text: string): Promise<void> {
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
    const isDiskFull = code === 'ENOSPC' || code === 'EDQUOT'
    throw new C5c3Error(
      'OUTPUT',
      'io',
      `cannot write ${safeLine(name)}: ${isDiskFull ? 'no space left on device' : code}`,
    )
  }
}
