// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/**
 * Tells when the pipe behind a descriptor has no reader any more. Only writing would tell it, and one who watches may
 * have nothing to write for hours: `| head -1` must end all the same. Where the system cannot say, nobody has left.
 */
export class PipeReader {
  readonly #pipe: string | undefined
  /** /proc/PID/fd/N of somebody who reads; as long as it stands, nothing else is asked. */
  #reader = ''

  constructor(fd: number) {
    const link = linkOf(`/proc/self/fd/${fd}`)
    this.#pipe = link?.startsWith('pipe:') ? link : undefined
  }

  isLeft(): boolean {
    const pipe = this.#pipe
    if (pipe === undefined || linkOf(this.#reader) === pipe) return false
    const found = names('/proc')?.filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    if (!found) return false
    let mayHide = false
    for (const pid of found) {
      const fds = names(`/proc/${pid}/fd`)
      mayHide ||= fds === undefined && sessionOf(pid) === sessionOf('self')
      const reader = fds?.find((fd) => linkOf(`/proc/${pid}/fd/${fd}`) === pipe && isForReading(pid, fd))
      if (reader === undefined) continue
      this.#reader = `/proc/${pid}/fd/${reader}`
      return false
    }
    return !mayHide
  }
}

function linkOf(path: string): string | undefined {
  return attempt(() => readlinkSync(path))
}

function names(folder: string): readonly string[] | undefined {
  return attempt(() => readdirSync(folder))
}

/** The last digit of the flags, in octal, is how it was opened. */
function isForReading(pid: string, fd: string): boolean {
  const flags = attempt(() => readFileSync(`/proc/${pid}/fdinfo/${fd}`, 'latin1'))?.match(/^flags:\s*(\d+)/m)?.[1]
  return flags === undefined || Number(flags.at(-1)) % 4 !== 1
}

/** Somebody else's process can only be at the other end of our pipe when it was started in the same session. */
function sessionOf(pid: string): string | undefined {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'latin1'))
  // after the name, which may hold anything: state, parent, group, session
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[3]
}

function attempt<T>(ask: () => T): T | undefined {
  try {
    return ask()
  } catch {
    return undefined
  }
}
