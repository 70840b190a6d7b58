// SPDX-License-Identifier: Apache-2.0
// The real process: bin/kubectl-c5c3 with pipes, or on a terminal of its own.
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from './run-cli.ts'
import { tempFolder } from './temp-folder.ts'

export const BIN = join(ROOT, 'bin', 'kubectl-c5c3')

export interface SpawnWorld {
  /** The whole environment beside PATH and HOME; undefined takes one of these out. */
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly home?: string
  readonly cwd?: string
  readonly stdio?: SpawnOptions['stdio']
  /** When a run that does not end is killed, in ms. */
  readonly timeout?: number
  /** Arguments of node itself. */
  readonly node?: readonly string[]
  /** Called with the running process: to signal it, to close its pipes. */
  readonly during?: (child: ChildProcess) => void
}

export interface Exited {
  readonly stdout: Buffer
  readonly stderr: Buffer
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** Runs bin/kubectl-c5c3 as a process. A run that does not end within 25 s, or world.timeout, is killed and seen as SIGKILL. */
export function spawnCli(argv: readonly string[], world: SpawnWorld = {}): Promise<Exited> {
  return collect(process.execPath, [...(world.node ?? []), BIN, ...argv], world)
}

/** Runs a shell script with "$@" being the tool and these arguments: for pipes, redirections and limits. */
export function spawnShell(script: string, argv: readonly string[], world: SpawnWorld = {}): Promise<Exited> {
  return collect('/bin/sh', ['-c', script, 'sh', process.execPath, BIN, ...argv], world)
}

/** Runs any other program in such a world. */
export function spawnFile(file: string, args: readonly string[], world: SpawnWorld = {}): Promise<Exited> {
  return collect(file, args, world)
}

/** Runs a few lines of module code as a process: for parts of the process that no command line can reach. */
export function spawnScript(source: string, world: SpawnWorld = {}): Promise<Exited> {
  return collect(process.execPath, ['--input-type=module-typescript', '--eval', source], world)
}

const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`

/** True where util-linux' script can give us a terminal. Says so when it cannot: these tests are skipped then. */
export const hasPty = (() => {
  const found = spawnSync('script', ['--version'], { encoding: 'utf8' })
  const works = found.status === 0 && found.stdout.includes('util-linux')
  if (!works) console.warn('SKIPPED: no util-linux script(1) here, nothing is tested on a terminal')
  return works
})()

/** Runs it on a terminal of this size; stdout holds all that the terminal got, both channels in one. */
export function ptyCli(
  argv: readonly string[],
  size: { readonly columns: number; readonly rows: number },
  world: SpawnWorld = {},
): Promise<Exited> {
  const command = [process.execPath, BIN, ...argv].map(quoted).join(' ')
  const script = `stty cols ${size.columns} rows ${size.rows} 2>/dev/null; exec ${command}`
  const term = { TERM: 'xterm-256color', ...world.env }
  return collect('script', ['-qec', script, '/dev/null'], { stdio: ['pipe', 'pipe', 'pipe'], ...world, env: term })
}

function collect(file: string, args: readonly string[], world: SpawnWorld): Promise<Exited> {
  const home = world.home ?? tempFolder()
  const child = spawn(file, args, {
    env: { PATH: process.env['PATH'], HOME: home, SHELL: '/bin/sh', ...world.env },
    cwd: world.cwd ?? home,
    stdio: world.stdio ?? ['ignore', 'pipe', 'pipe'],
    timeout: world.timeout ?? 25_000,
    killSignal: 'SIGKILL',
  })
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk))
  child.stdin?.on('error', () => {})
  world.during?.(child)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) =>
      resolve({ stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr), code, signal }),
    )
  })
}
