// SPDX-License-Identifier: Apache-2.0
import { Box, Text, useApp, useInput, useWindowSize } from 'ink'
import {
  createElement as h,
  type ReactElement,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { frameOf } from './frame.ts'
import { geometryOf } from './geometry.ts'
import { HELP } from './help.ts'
import { keysOf } from './keys.ts'
import { pageLayouts } from './page-layout.ts'
import { penOf } from './paint.ts'
import type { Look, RequestedPage, ScreenPage, ScreenSource } from './screen.ts'
import { currentOf, moved, startAt, type TuiState } from './state.ts'
import { type KeyEffect, step } from './step.ts'

export interface AppProps {
  readonly source: ScreenSource
  readonly start: RequestedPage
  readonly look: Look
  /** Copies text to the clipboard of the terminal. */
  readonly copy: (text: string) => void
  /** Stops the process until the shell continues it. */
  readonly stop: () => Promise<void>
  readonly onStop: (stopped: () => void, dying: () => void) => () => void
  readonly dying: () => void
}

/** The full-screen application. The frame is a pure function of the data and the navigation state. */
export function App({ source, start, look, copy, stop, onStop, dying }: AppProps): ReactElement {
  const screen = useSyncExternalStore(source.subscribe, source.get)
  const size = useWindowSize()
  const { exit, suspendTerminal } = useApp()
  const [state, setState] = useState(() => startAt(start))
  const pen = useMemo(() => penOf(look), [look])
  const layoutOf = useMemo(() => pageLayouts(pen), [pen])
  // Keys that arrive in one batch must see the state after the previous key.
  const latest = useRef(state)
  latest.current = state
  const sceneOf = (at: TuiState) => {
    const shown = screen.page(currentOf(at).wanted)
    const page = at.help === undefined ? shown : helpOf(shown)
    // The help page ignores the filter and scrolls by itself.
    const state = at.help === undefined ? at : moved(at, { top: at.help, filter: '' })
    const geometry = geometryOf(size, page)
    return { state, screen, page, layout: layoutOf(page, currentOf(state), geometry.width), geometry, size, pen }
  }
  const suspend = () => void suspendTerminal(stop)
  const act = (effect: KeyEffect | undefined, command: string) => {
    if (effect === 'quit') exit()
    if (effect === 'suspend') suspend()
    if (effect === 'copy') copy(command)
  }
  useInput((input, pressed) => {
    for (const key of keysOf(input, pressed)) {
      const { page, layout, geometry } = sceneOf(latest.current)
      const { state: after, effect } = step(latest.current, key, { screen, page, layout, height: geometry.height })
      latest.current = effect === 'copy' ? { ...after, message: `copied: ${page.command}` } : after
      act(effect, page.command)
    }
    setState(latest.current)
  })
  // Register once: without a listener, a stop signal would suspend the process before the terminal is restored.
  useEffect(() => onStop(() => void suspendTerminal(stop), dying), [onStop, dying, suspendTerminal, stop])
  const lines = frameOf(sceneOf(state)).map((line, y) =>
    h(Text, { key: y, wrap: 'truncate' }, line === '' ? ' ' : line),
  )
  return h(Box, { flexDirection: 'column', height: size.rows, width: size.columns }, ...lines)
}

const HELP_PAGES = new WeakMap<ScreenPage, ScreenPage>()

/** The help page, shown over the current page. */
function helpOf(page: ScreenPage): ScreenPage {
  const known = HELP_PAGES.get(page)
  if (known) return known
  const help: ScreenPage = { title: 'Keys', view: HELP, command: page.command, form: 'text', enter: 'details' }
  HELP_PAGES.set(page, help)
  return help
}
