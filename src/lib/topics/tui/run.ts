// SPDX-License-Identifier: Apache-2.0

import { observeOptions } from '../../cli/flags/observe-options.ts'
import type { ReadFlags } from '../../cli/flags/read-flags.ts'
import type { CommandContext } from '../../cli/oclif/topic.ts'
import type { Clock } from '../../cluster/transport/types.ts'
import type { Terminal } from '../../io/io.ts'
import { openLive } from '../../pipeline/live/store.ts'
import type { Look, RequestedPage, ScreenSource } from '../../render/tui/screen.ts'
import type { Memories } from './command-observations.ts'
import { screenOf } from './full-screen.ts'
import { TUI_KINDS } from './kinds.ts'

export interface TuiOptions {
  readonly flags: ReadFlags
  /** Drives the time of the fleet; default: real time. */
  readonly clock: Clock | undefined
  readonly terminal: Terminal
  readonly look: Look
  readonly start: RequestedPage
  /** Formats a command of this tool for the same fleet. */
  readonly command: (...words: readonly string[]) => string
}

/** Follows the fleet and shows it until the user quits. */
export async function runTui(
  { fleet, signal, progress, now, reopen }: CommandContext,
  options: TuiOptions,
): Promise<void> {
  const { flags, terminal, look, start, command, clock } = options
  // Load the renderer while the clusters answer.
  const renderer = import('../../render/tui/index.ts')
  const observeInput = observeOptions({ now, signal }, flags)
  const { acceptCached } = observeInput
  const reading = openLive(fleet, {
    ...observeInput,
    also: TUI_KINDS,
    ...(clock ? { clock } : {}),
    ...(reopen ? { reopen } : {}),
  })
  const live = await progress.during('all clusters', reading)
  try {
    const { showScreen } = await renderer
    progress.stop()
    const memories: Memories = new Map()
    const source = sourceOf(live, (state) => screenOf(state, { fleet, acceptCached, command, memories }))
    await showScreen({ source, look, start }, terminal, signal)
  } finally {
    await live.close()
  }
}

interface Store<T> {
  get(): T
  subscribe(listener: () => void): () => void
}

/** One screen for each state of the store. */
function sourceOf<T>(store: Store<T>, make: (state: T) => ReturnType<ScreenSource['get']>): ScreenSource {
  let last: { readonly state: T; readonly screen: ReturnType<ScreenSource['get']> } | undefined
  return {
    get: () => {
      const state = store.get()
      if (last?.state !== state) last = { state, screen: make(state) }
      return last.screen
    },
    subscribe: (listener) => store.subscribe(listener),
  }
}
