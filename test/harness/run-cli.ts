// SPDX-License-Identifier: Apache-2.0
// Runs a command line inside the test process, in an environment defined by the test.
import { fileURLToPath } from 'node:url'
import { runCli as run } from '../../src/lib/cli/oclif/run.ts'
import { type Io, type Sink, withIo } from '../../src/lib/io/io.ts'
import { tempFolder } from './temp-folder.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

export interface World {
  readonly env?: Readonly<Record<string, string>>
  /** Default: a new empty folder. */
  readonly home?: string
  readonly cwd?: string
  readonly stdin?: string | Uint8Array
  /** True: stdout, stderr and stdin are terminals. */
  readonly tty?: boolean
  readonly columns?: number
  /** The answers to prompts; a further prompt fails the test. */
  readonly answers?: readonly string[]
  /** The start of the clock, which keeps running. Default: the real time. */
  readonly now?: Date
  readonly signal?: AbortSignal
  readonly rows?: number
  /** Drives watches. */
  readonly clock?: Io['clock']
  /** Determines when the next step of a demo happens. */
  readonly demoTempo?: Io['demoTempo']
  /** Called with the whole stdout whenever it grows. */
  readonly onStdout?: (text: string) => void
  /** Called with the whole stderr whenever it grows: lets a test act while a command waits. */
  readonly onStderr?: (text: string) => void
}

export interface Ran {
  readonly stdout: string
  readonly stderr: string
  readonly code: number
  readonly asked: readonly string[]
  readonly home: string
}

/** Runs a command line as the process would: same dispatch, same errors, same exit code. */
export async function runCli(argv: readonly string[], world: World = {}): Promise<Ran> {
  const home = world.home ?? tempFolder()
  const [out, err] = [capture(world, world.onStdout), capture(world, world.onStderr)]
  const asked: string[] = []
  const started = Date.now()
  const io: Io = {
    env: { HOME: home, PATH: process.env['PATH'], ...world.env },
    home,
    cwd: world.cwd ?? home,
    stdout: out.sink,
    stderr: err.sink,
    stdin: async function* () {
      yield Buffer.from(world.stdin ?? '')
    },
    interactive: world.tty === true,
    ask: async (question) => {
      const answer = world.answers?.[asked.length]
      asked.push(question)
      if (answer === undefined) throw new Error(`nobody answers: ${question}`)
      return answer
    },
    ...(world.clock ? { clock: world.clock } : {}),
    ...(world.demoTempo ? { demoTempo: world.demoTempo } : {}),
    signal: world.signal ?? new AbortController().signal,
    now: () => (world.now === undefined ? Date.now() : world.now.getTime() + Date.now() - started),
  }
  const code = await withIo(io, () => run(argv, ROOT, io))
  return { stdout: out.text(), stderr: err.text(), code, asked, home }
}

function capture({ tty, columns, rows }: World, added?: (text: string) => void): { sink: Sink; text(): string } {
  const parts: string[] = []
  return {
    sink: {
      write: async (text) => {
        parts.push(text)
        added?.(parts.join(''))
      },
      isTTY: tty === true,
      columns: tty === true ? (columns ?? 80) : undefined,
      rows: tty === true ? (rows ?? 24) : undefined,
    },
    text: () => parts.join(''),
  }
}

/** Splits a command line of a test or a golden like a shell; "two words" stay together. */
export function words(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
}
