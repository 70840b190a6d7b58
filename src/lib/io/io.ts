// SPDX-License-Identifier: Apache-2.0
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock } from '../cluster/transport/types.ts'
import type { Tempo } from '../embedded/scenario/timeline.ts'

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
  /** The terminal of the process, where both its ends are one. */
  readonly terminal?: Terminal
  /** What happens to the terminal that stdout is; absent when it is none. */
  readonly screen?: ScreenSignals
  /** Drives what watches; default: the real time. */
  readonly clock?: Clock
  /** Drives a demo in which something happens; default: as real things happen. */
  readonly demoTempo?: Tempo
  /** Aborted by SIGINT, SIGTERM and the whole-command deadline. */
  readonly signal: AbortSignal
  now(): number
}

/** Both ends of a terminal, for what draws on all of it. */
export interface Terminal {
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
  /** Stops the process, as Ctrl-Z does, until the shell continues it. */
  stop(): Promise<void>
  /** Tells of a stop from outside and of the end by a bug; returns how to hear no more. */
  onStop(stopped: () => void, dying: () => void): () => void
}

/** What one who paints on a terminal must know: it changes, it goes away for a while, it must be left as it was. */
export interface ScreenSignals {
  onResize(changed: () => void): () => void
  /** Writes these words at once before the process is suspended or ends, however it ends; tells when it goes on. */
  guard(restore: string, resumed: () => void): () => void
}

export interface Sink {
  /** Resolves when the text has left; rejects with the system's error. */
  write(text: string): Promise<void>
  readonly isTTY: boolean
  readonly columns: number | undefined
  readonly rows?: number | undefined
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
