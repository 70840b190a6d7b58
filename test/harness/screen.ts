// SPDX-License-Identifier: Apache-2.0
// Runs bin/kubectl-c5c3 on a pseudo-terminal and renders its output like a terminal.
import { join } from 'node:path'
import { spawn } from '@lydell/node-pty'
import xterm from '@xterm/headless'
import { onTestFailed, onTestFinished } from 'vitest'
import { ROOT } from './run-cli.ts'
import { BIN } from './spawn-cli.ts'
import { tempFolder } from './temp-folder.ts'

export interface Shown {
  lines(): string[]
  text(): string
  /** The screen with selections marked: > before a row, [ ] around a tab. */
  marked(): string
  /** Waits until the screen matches; only the time-out of the test limits it. */
  until(is: string | RegExp | ((text: string) => boolean)): Promise<string>
  keys(text: string): void
  resize(columns: number, rows: number): void
  kill(signal?: string): void
  /** Sends a signal to the tool alone, and waits for its output. */
  signal(name: NodeJS.Signals): void
  readonly exited: Promise<number>
  bytes(): string
  isFull(): boolean
  readonly pid: number
}

export interface ShownWorld {
  readonly columns: number
  readonly rows: number
  readonly env?: Readonly<Record<string, string>>
  /** Module code to run instead of the tool. */
  readonly script?: string
}

export const KEYS = {
  up: '\u001b[A',
  down: '\u001b[B',
  right: '\u001b[C',
  left: '\u001b[D',
  pageUp: '\u001b[5~',
  pageDown: '\u001b[6~',
  enter: '\r',
  esc: '\u001b',
  tab: '\t',
} as const

/** The compile cache shared by all processes that tests start. */
const COMPILED = join(ROOT, 'node_modules', '.cache', 'compiled')

/** Starts the tool on a terminal of this size. It is killed when the test ends. */
export async function onScreen(argv: readonly string[], world: ShownWorld): Promise<Shown> {
  const home = await tempFolder()
  const { columns, rows } = world
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 0 })
  const words = world.script === undefined ? [BIN] : ['--input-type=module-typescript', '--eval', world.script]
  const child = spawn(process.execPath, [...words, ...argv], {
    name: 'xterm-256color',
    cols: columns,
    rows,
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      TERM: 'xterm-256color',
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: COMPILED,
      ...world.env,
    },
  })
  let bytes = ''
  let parsed = 0
  /** Offset of the last key or resize: earlier output is no response to it. */
  let asked = 0
  const listeners = new Set<() => void>()
  child.onData((data) => {
    bytes += data
    const end = bytes.length
    terminal.write(data, () => {
      parsed = end
      for (const listener of [...listeners]) listener()
    })
  })
  const exited = new Promise<number>((resolve) => {
    child.onExit(({ exitCode, signal }) => {
      // Flush the output that is still in flight.
      terminal.write('', () => resolve(signal ? 128 + signal : exitCode))
      for (const listener of [...listeners]) listener()
    })
  })
  let isOver = false
  void exited.then(() => {
    isOver = true
  })
  onTestFailed(() => console.error(`the screen was\n${marked()}`))
  onTestFinished(() => {
    if (!isOver) child.kill('SIGKILL')
  })
  const lines = () => {
    const buffer = terminal.buffer.active
    return Array.from(
      { length: terminal.rows },
      (_, y) => buffer.getLine(buffer.baseY + y)?.translateToString(true) ?? '',
    )
  }
  const text = () => lines().join('\n')
  const marked = () => {
    const buffer = terminal.buffer.active
    return lines()
      .map((line, y) => {
        const cells = buffer.getLine(buffer.baseY + y)
        const isInverse = (x: number) => Boolean(cells?.getCell(x)?.isInverse())
        if (y > 0) return `${isInverse(0) ? '> ' : '  '}${line}`.trimEnd()
        const from = [...line].findIndex((_, x) => isInverse(x))
        const to = [...line].findLastIndex((_, x) => isInverse(x))
        return from < 0 ? `  ${line}` : `  ${line.slice(0, from)}[${line.slice(from + 1, to)}]${line.slice(to + 1)}`
      })
      .join('\n')
  }
  /** Between the markers of synchronized output a frame is incomplete. */
  const isWhole = () => {
    const [begun, ended] = [bytes.lastIndexOf('\u001b[?2026h', parsed), bytes.lastIndexOf('\u001b[?2026l', parsed - 8)]
    // Not every painter marks its frames.
    return begun < 0 || (ended >= begun && ended >= asked)
  }
  return {
    lines,
    text,
    marked,
    until: (is) =>
      new Promise((resolve, reject) => {
        const passes = (shown: string) =>
          typeof is === 'string' ? shown.includes(is) : is instanceof RegExp ? is.test(shown) : is(shown)
        const look = () => {
          const shown = text()
          if (!isWhole() || !passes(shown)) return
          listeners.delete(look)
          resolve(shown)
        }
        listeners.add(look)
        void exited.then((code) =>
          reject(new Error(`it ended with ${code} and never showed ${String(is)}:\n${text()}`)),
        )
        look()
      }),
    keys: (typed) => {
      asked = bytes.length
      child.write(typed)
    },
    kill: (signal = 'SIGTERM') => child.kill(signal),
    signal: (name) => {
      asked = bytes.length
      process.kill(child.pid, name)
    },
    resize: (toColumns, toRows) => {
      asked = bytes.length
      terminal.resize(toColumns, toRows)
      child.resize(toColumns, toRows)
    },
    exited,
    bytes: () => bytes,
    isFull: () => terminal.buffer.active.type === 'alternate',
    pid: child.pid,
  }
}
