// SPDX-License-Identifier: Apache-2.0
// The cache of built programs, and its lock.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** The folder of everything the lab has built for this user. */
export function cacheFolder(): string {
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'kubectl-c5c3-lab')
}

/** Waits for other builders, takes over from a dead process, and returns the release function. */
export async function lock(path: string, say: (line: string) => void): Promise<() => void> {
  for (let waited = false; ; waited = true) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' })
      return () => rmSync(path, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const owner = existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0
    if (owner > 0 && !isRunning(owner)) rmSync(path, { force: true })
    else if (!waited) say(`waiting for the build of process ${owner}`)
    await pause(500)
  }
}

/** Whether a process with this id exists, whoever owns it. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
