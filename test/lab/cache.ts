// SPDX-License-Identifier: Apache-2.0
// Where what was built is kept, and who builds it.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** The folder of everything the laboratory has built for this user. */
export function cacheFolder(): string {
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'kubectl-c5c3-lab')
}

/** One builder at a time: waits for the others, and takes over from one that died. Returns what gives it back. */
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

/** True while a process of this id exists, whoever owns it. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
