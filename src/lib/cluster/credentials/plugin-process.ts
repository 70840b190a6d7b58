// SPDX-License-Identifier: Apache-2.0
import type { ChildProcess } from 'node:child_process'

export interface PluginStart {
  readonly program: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** The plugin shares our terminal and may prompt the user. */
  readonly interactive: boolean
  /** In ms; Infinity for none. */
  readonly limit: number
  readonly signal: AbortSignal
  readonly onStderr: (text: string) => void
}

export type PluginEnd =
  | { readonly end: 'exit'; readonly code: number; readonly stdout: string }
  | { readonly end: 'signal'; readonly name: string }
  | { readonly end: 'not started'; readonly code: string }
  | { readonly end: 'limit' | 'aborted' | 'too large' }

/** Larger than any real ExecCredential. */
const MAX_STDOUT = 1024 * 1024

/** Runs a plugin without a shell. Ending it early also ends its child processes. */
export async function runProcess(start: PluginStart): Promise<PluginEnd> {
  const { spawn } = await import('node:child_process')
  if (start.signal.aborted) return { end: 'aborted' }
  // Uses a process group, so that a limit also kills child processes. Not for interactive plugins: a new session has no
  // controlling terminal, and a password prompt on /dev/tty would fail.
  const ownGroup = !start.interactive && process.platform !== 'win32'
  let child: ChildProcess
  try {
    child = spawn(start.program, start.args, {
      env: start.env,
      detached: ownGroup,
      stdio: [start.interactive ? 'inherit' : 'ignore', 'pipe', 'pipe'],
      windowsHide: true,
    })
  } catch (error) {
    return { end: 'not started', code: codeOf(error) }
  }
  return waitFor(child, start, () => kill(child, ownGroup))
}

function waitFor(child: ChildProcess, start: PluginStart, killAll: () => void): Promise<PluginEnd> {
  return new Promise((resolve) => {
    const out = new TextDecoder()
    const err = new TextDecoder()
    let stdout = ''
    const timer = start.limit === Number.POSITIVE_INFINITY ? undefined : setTimeout(() => stop('limit'), start.limit)
    const onAbort = () => stop('aborted')
    const finish = (end: PluginEnd) => {
      clearTimeout(timer)
      start.signal.removeEventListener('abort', onAbort)
      process.removeListener('exit', killAll)
      resolve(end)
    }
    const stop = (end: 'limit' | 'aborted' | 'too large') => {
      killAll()
      // A grandchild may keep the pipes open forever: do not wait for it.
      child.stdout?.destroy()
      child.stderr?.destroy()
      child.unref()
      finish({ end })
    }
    start.signal.addEventListener('abort', onAbort)
    // A detached child would outlive us.
    process.once('exit', killAll)
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout += out.decode(chunk, { stream: true })
      if (stdout.length > MAX_STDOUT) stop('too large')
    })
    child.stderr?.on('data', (chunk: Buffer) => start.onStderr(err.decode(chunk, { stream: true })))
    child.on('error', (error) => finish({ end: 'not started', code: codeOf(error) }))
    child.on('close', (code, signal) =>
      finish(code === null ? { end: 'signal', name: signal ?? 'unknown' } : { end: 'exit', code, stdout }),
    )
  })
}

function kill(child: ChildProcess, ownGroup: boolean): void {
  if (child.pid === undefined) return
  try {
    if (ownGroup) process.kill(-child.pid, 'SIGKILL')
    else child.kill('SIGKILL')
  } catch {
    // The process has already exited.
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown')
