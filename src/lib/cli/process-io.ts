// SPDX-License-Identifier: Apache-2.0
import { homedir } from 'node:os'
import type { Io, Sink } from './io.ts'
import { PipeReader } from './pipe-left.ts'
import { outputOf } from './process-output.ts'
import { processTerminal } from './process-terminal.ts'
import { screenSignals } from './screen-signals.ts'

/** An answer that nobody gets is a failure. */
function answers(): Sink {
  const [output, reader] = [outputOf(1), new PipeReader(1)]
  return Object.assign(output, { isLeft: () => reader.isLeft() })
}

/** Of talk that nobody hears there is nobody to tell. */
function talk(): Sink {
  const output = outputOf(2)
  const { write } = output
  return Object.assign(output, { write: (text: string) => write(text).catch(() => {}) })
}

/** The real process. */
export function processIo(signal: AbortSignal): Io {
  const env = process.env
  const [stdout, stderr] = [answers(), talk()]
  return {
    env,
    home: env['HOME'] || safeHome(),
    cwd: process.cwd(),
    stdout,
    stderr,
    stdin: () => process.stdin,
    // looked at only when somebody is to be asked: opening stdin loads a sixth of what a start loads
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

/** A user without a home (some CI containers) is no reason to fail: nothing is looked up there then. */
function safeHome(): string {
  try {
    return homedir()
  } catch {
    return ''
  }
}

/** One line typed by a person; the end of input is an empty line. The terminal keeps its own line editing and Ctrl-C. */
async function ask(question: string, signal: AbortSignal): Promise<string> {
  const { createInterface } = await import('node:readline/promises')
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false })
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
  try {
    return await Promise.race([lines.question(question, { signal }), ended])
  } catch (error) {
    // closing makes newer versions of Node reject what is still being asked
    if (signal.aborted) throw error
    return ''
  } finally {
    lines.close()
  }
}
