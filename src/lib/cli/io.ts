// SPDX-License-Identifier: Apache-2.0
import { AsyncLocalStorage } from 'node:async_hooks'

/** The world as one run of the tool sees it. Tests pass their own; nothing else in the project reads process.*. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
  readonly cwd: string
  readonly stdout: Sink
  readonly stderr: Sink
  /** What is piped in; absent where nothing can be. */
  readonly stdin?: () => AsyncIterable<Uint8Array>
  /** True when a person can be asked: stdin and stderr are terminals. */
  readonly interactive: boolean
  /** Asks one line on stderr. Only when interactive. */
  ask(question: string): Promise<string>
  /** Aborted by SIGINT, SIGTERM and the whole-command deadline. */
  readonly signal: AbortSignal
  now(): number
}

export interface Sink {
  /** Resolves when the text has left; rejects with the system's error. */
  write(text: string): Promise<void>
  readonly isTTY: boolean
  readonly columns: number | undefined
}

const current = new AsyncLocalStorage<Io>()

/** Runs a function with this world. */
export function withIo<T>(io: Io, run: () => Promise<T>): Promise<T> {
  return current.run(io, run)
}

export function io(): Io {
  const found = current.getStore()
  if (!found) throw new Error('io() outside of withIo()')
  return found
}
