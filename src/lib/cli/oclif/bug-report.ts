// SPDX-License-Identifier: Apache-2.0
import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Returns one line for the user and writes a report file without secrets: the error's class, its frames and versions.
 * No message that could quote data, no argument, no environment.
 */
export async function describeBug(error: unknown, env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const id = randomBytes(2).toString('hex')
  const file = await writeReport(id, error, env)
  const where = file ? `; details (no secrets) in ${file}` : ''
  return `internal error c5c3-${id}: please report${where}`
}

async function writeReport(
  id: string,
  error: unknown,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  const base = env['XDG_CACHE_HOME'] || (env['HOME'] ? join(env['HOME'], '.cache') : undefined)
  if (!base) return undefined
  const folder = join(base, 'kubectl-c5c3')
  const file = join(folder, `report-${id}.json`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(file, `${JSON.stringify(reportOf(error), undefined, 2)}\n`, { mode: 0o600, flag: 'wx' })
    return file
  } catch {
    return undefined
  }
}

function reportOf(error: unknown) {
  const name = error instanceof Error ? error.constructor.name : typeof error
  // Without the message: its lines could look like frames.
  const stack = error instanceof Error ? (error.stack ?? '').replace(error.message, '') : ''
  return {
    error: name,
    ...(error instanceof Error && SAFE_MESSAGE.test(error.message) ? { message: error.message } : {}),
    frames: stack
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .map((line) => line.trim()),
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
  }
}

/** Engine messages that name only our own code; any other message may quote data, even that of a TypeError. */
const SAFE_MESSAGE =
  /^(Cannot (read|set) properties of (undefined|null) \((reading|setting) '\w+'\)|[\w.]+ is not (a function|a constructor|iterable|defined)|Maximum call stack size exceeded|Invalid time value)$/
