// SPDX-License-Identifier: Apache-2.0
import { render } from 'ink'
import { createElement as h } from 'react'
import { App, type AppProps } from './app.ts'

/** A terminal, and what only its process can do. */
export interface TerminalEnds {
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
  /** Stops the process until the shell continues it. */
  stop(): Promise<void>
  /** Listens for a stop signal and for a crash; returns the function that unsubscribes. */
  onStop(stopped: () => void, dying: () => void): () => void
}

/** Shows the full screen until the user quits or the signal aborts, then restores the terminal. */
export async function showScreen(
  props: Pick<AppProps, 'source' | 'look' | 'start'>,
  terminal: TerminalEnds,
  signal: AbortSignal,
): Promise<void> {
  const { stdin, stdout } = terminal
  // Before the first frame: keys typed early would be echoed into it.
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
  // A terminal may reflow its content on resize: redraw everything.
  const redraw = () => {
    stdout.write(HOME_AND_ERASE)
    app.clear()
  }
  stdout.prependListener('resize', redraw)
  const end = () => app.unmount()
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  try {
    await app.waitUntilExit()
  } finally {
    signal.removeEventListener('abort', end)
    stdout.off('resize', redraw)
    app.cleanup()
  }
}

const HOME_AND_ERASE = '\u001b[H\u001b[J'

/** OSC 52 copies text to the clipboard; terminals without support ignore it. */
const osc52 = (text: string) => `\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`
