// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { labProgram, type Program } from './build.ts'

export interface LabProcess {
  /** Polls until the result is true; throws with the end of the log if the process exits or the time is over. */
  until(what: string, ms: number, ask: () => Promise<boolean>): Promise<void>
  /** Kills it at once: nothing of it is kept, so it needs no graceful shutdown. */
  kill(): Promise<void>
}

/** Starts one program of the lab; it ends with this process, however this process ends. */
export function startProcess(program: Program, log: string, flags: readonly string[]): LabProcess {
  return startCommand(program, log, [labProgram(program), ...flags], { LAB_END_WITH_STDIN: '1' })
}

/** Starts a command that ends with its stdin, at the latest when this process ends. */
export function startCommand(
  name: string,
  log: string,
  [path = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
): LabProcess {
  const output = openSync(log, 'a', 0o600)
  const child = spawn(path, args, {
    stdio: ['pipe', output, output],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    // Its own process group: Ctrl-C in the terminal reaches the tests first, and they stop etcd last.
    detached: true,
  })
  closeSync(output)
  child.stdin?.on('error', () => {})
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const isGone = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined
  const lastWords = () => readFileSync(log, 'utf8').split('\n').slice(-15).join('\n')

  return {
    async until(what, ms, ask) {
      const deadline = performance.now() + ms
      let reason: unknown
      while (performance.now() < deadline) {
        if (isGone()) throw new Error(`${name} ended before ${what}:\n${lastWords()}`)
        try {
          if (await ask()) return
        } catch (error) {
          reason = error
        }
        await pause(100)
      }
      throw new Error(`${name}: not true after ${ms / 1000} s: ${what}\n${lastWords()}`, { cause: reason })
    },
    async kill() {
      endGroup(child.pid)
      await gone
    },
  }
}

/** Kills the process group. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** A port that is free now. It is below the ephemeral range, so that no other connection takes it in the meantime. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 32_000)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', ({ code }: NodeJS.ErrnoException) =>
      code === 'EADDRINUSE' || code === 'EACCES' ? resolve(false) : reject(new Error(`no port: ${code}`)),
    )
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
