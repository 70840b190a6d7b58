// SPDX-License-Identifier: Apache-2.0
import { homedir } from 'node:os'
import type { Io, Sink } from './io.ts'

const sink = (stream: NodeJS.WriteStream): Sink => ({
  write: (text) =>
    new Promise((resolve, reject) => {
      stream.write(text, (error) => (error ? reject(error) : resolve()))
    }),
  isTTY: stream.isTTY === true,
  get columns() {
    return stream.isTTY ? stream.columns : undefined
  },
})

/** The real process. */
export function processIo(signal: AbortSignal): Io {
  const env = process.env
  return {
    env,
    home: env['HOME'] || safeHome(),
    cwd: process.cwd(),
    stdout: sink(process.stdout),
    stderr: sink(process.stderr),
    stdin: () => process.stdin,
    interactive: process.stdin.isTTY === true && process.stderr.isTTY === true,
    ask: (question) => ask(question, signal),
    signal,
    now: Date.now,
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
