// SPDX-License-Identifier: Apache-2.0
import { render } from 'ink'
import { createElement as h } from 'react'
import { App, type AppProps } from './app.ts'

/** The two ends of a terminal, and what only its process can do. */
export interface TerminalEnds {
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
  /** Stops the process until the shell continues it. */
  stop(): Promise<void>
  /** Calls back when somebody stops the process from outside, or when it is about to end by a bug; returns how to end that. */
  onStop(stopped: () => void, dying: () => void): () => void
}

/** Shows the full screen until somebody quits or the signal aborts. The terminal is then as it was before. */
export async function showScreen(
  props: Pick<AppProps, 'source' | 'look' | 'start'>,
  terminal: TerminalEnds,
  signal: AbortSignal,
): Promise<void> {
  const { stdin, stdout } = terminal
  // before anything is drawn: keys that are typed early would be echoed into it
  stdin.setRawMode(true)
  const copy = (text: string) => stdout.write(osc52(text))
  const app = render(
    h(App, { ...props, copy, stop: terminal.stop, onStop: terminal.onStop, dying: () => app.unmount() }),
    {
      stdin,
      stdout,
      exitOnCtrlC: false,
      patchConsole: false,
      interactive: true,
      alternateScreen: true,
      incrementalRendering: true,
    },
  )
  // a terminal may move what is on it when it changes its size: nothing is drawn relative to that
  const afresh = () => {
    stdout.write(HOME_AND_ERASE)
    app.clear()
  }
  stdout.prependListener('resize', afresh)
  const end = () => app.unmount()
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  try {
    await app.waitUntilExit()
  } finally {
    signal.removeEventListener('abort', end)
    stdout.off('resize', afresh)
    app.cleanup()
  }
}

const HOME_AND_ERASE = '\u001b[H\u001b[J'

/** Asks the terminal to put text on its clipboard; one that does not know how ignores it. */
const osc52 = (text: string) => `\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`
