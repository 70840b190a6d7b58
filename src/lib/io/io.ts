// SPDX-License-Identifier: Apache-2.0
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock } from '../cluster/transport/types.ts'
import type { Tempo } from '../embedded/scenario/timeline.ts'

/** All access of a run to its environment. Tests pass their own; nothing else in the project reads process.*. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
  readonly cwd: string
  readonly stdout: Sink
  readonly stderr: Sink
  /** Piped input; absent where there can be none. */
  readonly stdin?: () => AsyncIterable<Uint8Array>
  /** True when the user can be asked: stdin and stderr are terminals. */
  readonly interactive: boolean
  /** Prompts for one line on stderr. Only when interactive. */
  ask(question: string): Promise<string>
  /** Set when both stdin and stdout are the terminal. */
  readonly terminal?: Terminal
  /** Set when stdout is a terminal. */
  readonly screen?: ScreenSignals
  /** Drives watches; default: real time. */
  readonly clock?: Clock
  /** Drives a demo with a timeline; default: real time. */
  readonly demoTempo?: Tempo
  /** Aborted by SIGINT, SIGTERM and the whole-command deadline. */
  readonly signal: AbortSignal
  now(): number
}

/** The terminal, for full-screen output. */
export interface Terminal {
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
  /** Stops the process, as Ctrl-Z does, until the shell continues it. */
  stop(): Promise<void>
  /** Listens for a stop signal and for a crash; returns the function that unsubscribes. */
  onStop(stopped: () => void, dying: () => void): () => void
}

/** Terminal lifecycle for repainted output: resize, suspend and resume, restore on exit. */
export interface ScreenSignals {
  onResize(changed: () => void): () => void
  /** Writes `restore` synchronously before the process is suspended or ends, however it ends; calls `resumed` after. */
  guard(restore: string, resumed: () => void): () => void
}

export interface Sink {
  /** Resolves when the text was written; rejects with the system's error. */
  write(text: string): Promise<void>
  readonly isTTY: boolean
  readonly columns: number | undefined
  readonly rows?: number | undefined
}

export function withIo<T>(io: Io, run: () => Promise<T>): Promise<T> {
  return current.run(io, run)
}

export function io(): Io {
  const store = current.getStore()
  if (!store) throw new Error('io() outside of withIo()')
  return store
}

const current = new AsyncLocalStorage<Io>()
