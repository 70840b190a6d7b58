// SPDX-License-Identifier: Apache-2.0
import { homedir } from 'node:os'
import type { Io, Sink } from '../../io/io.ts'
import { processTerminal } from './terminal.ts'
import { screenSignals } from './terminal-signals.ts'

/** The Io of the real process. */
export function processIo(signal: AbortSignal): Io {
  const env = process.env
  const [stdout, stderr] = [sinkOf(process.stdout, exitOnClosedPipe), stderrSink()]
  return {
    env,
    home: env['HOME'] || safeHome(),
    cwd: process.cwd(),
    stdout,
    stderr,
    stdin: () => process.stdin,
    // Lazy: opening stdin loads a sixth of all code that a start loads.
    get interactive() {
      return stderr.isTTY && process.stdin.isTTY === true
    },
    ask: (question) => ask(question, signal),
    signal,
    now: Date.now,
    ...(stdout.isTTY ? { screen: screenSignals } : {}),
    ...(stdout.isTTY && process.stdin.isTTY ? { terminal: processTerminal } : {}),
  }
}

/** Some CI containers run as a user without a home; that is no error. */
function safeHome(): string {
  try {
    return homedir()
  } catch {
    return ''
  }
}

/** Reads one line; the end of input is an empty line. The terminal keeps its own line editing and Ctrl-C. */
async function ask(question: string, signal: AbortSignal): Promise<string> {
  const { createInterface } = await import('node:readline/promises')
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false })
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
  try {
    return await Promise.race([lines.question(question, { signal }), ended])
  } catch (error) {
    // Newer versions of Node reject a pending question on close.
    if (signal.aborted) throw error
    return ''
  } finally {
    lines.close()
  }
}

/** write() reports stream errors through its callback; the listener only keeps them from being thrown. */
function sinkOf(stream: NodeJS.WriteStream, onError: (error: NodeJS.ErrnoException) => void): Sink {
  stream.on('error', onError)
  return {
    write: (text) =>
      new Promise((resolve, reject) => stream.write(text, (error) => (error ? reject(error) : resolve()))),
    isTTY: stream.isTTY === true,
    get columns() {
      return stream.columns
    },
    get rows() {
      return stream.rows
    },
  }
}

/** `| head` closes stdout: nothing more can be printed. */
function exitOnClosedPipe({ code }: NodeJS.ErrnoException): void {
  if (code === 'EPIPE') process.exit(PIPE_CLOSED)
}

/** 128 + SIGPIPE */
const PIPE_CLOSED = 141

/** Errors of a closed stderr are dropped: they change neither the answer nor the exit code. */
function stderrSink(): Sink {
  const sink = sinkOf(process.stderr, () => {})
  const { write } = sink
  return Object.assign(sink, { write: (text: string) => write(text).catch(() => {}) })
}
