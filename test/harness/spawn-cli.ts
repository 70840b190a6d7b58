// SPDX-License-Identifier: Apache-2.0
// The real process: bin/kubectl-c5c3 with pipes, or on its own terminal.
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from './run-cli.ts'
import { tempFolder } from './temp-folder.ts'

export const BIN = join(ROOT, 'bin', 'kubectl-c5c3')

export interface SpawnWorld {
  /** The environment in addition to PATH and HOME; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly home?: string
  readonly cwd?: string
  readonly stdio?: SpawnOptions['stdio']
  /** Time in ms after which a running process is killed. */
  readonly timeout?: number
  readonly node?: readonly string[]
  /** Called with the running process, to signal it or close its pipes. */
  readonly during?: (child: ChildProcess) => void
}

export interface Exited {
  readonly stdout: Buffer
  readonly stderr: Buffer
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** Runs bin/kubectl-c5c3 as a process. It is killed with SIGKILL after 25 s or world.timeout. */
export function spawnCli(argv: readonly string[], world: SpawnWorld = {}): Promise<Exited> {
  return collect(process.execPath, [...(world.node ?? []), BIN, ...argv], world)
}

/** Runs a shell script in which "$@" is the tool with these arguments: for pipes, redirections and limits. */
export function spawnShell(script: string, argv: readonly string[], world: SpawnWorld = {}): Promise<Exited> {
  return collect('/bin/sh', ['-c', script, 'sh', process.execPath, BIN, ...argv], world)
}

export function spawnFile(file: string, args: readonly string[], world: SpawnWorld = {}): Promise<Exited> {
  return collect(file, args, world)
}

/** Runs module code as a process: for code that no command line reaches. */
export function spawnScript(source: string, world: SpawnWorld = {}): Promise<Exited> {
  return collect(process.execPath, ['--input-type=module-typescript', '--eval', source], world)
}

const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`

/** Whether util-linux' script can provide a terminal; warns if not, because those tests are skipped. */
export const hasPty = (() => {
  const found = spawnSync('script', ['--version'], { encoding: 'utf8' })
  const works = found.status === 0 && found.stdout.includes('util-linux')
  if (!works) console.warn('SKIPPED: no util-linux script(1) here, nothing is tested on a terminal')
  return works
})()

/** Runs it on a terminal of this size; stdout contains the output of both channels. */
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
