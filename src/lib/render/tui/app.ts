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

/** The full screen. All that is drawn is one text, made by a function of what is known and where one is. */
export function App({ source, start, look, copy, stop, onStop, dying }: AppProps): ReactElement {
  const screen = useSyncExternalStore(source.subscribe, source.get)
  const size = useWindowSize()
  const { exit, suspendTerminal } = useApp()
  const [state, setState] = useState(() => startAt(start))
  const pen = useMemo(() => penOf(look), [look])
  const layoutOf = useMemo(() => pageLayouts(pen), [pen])
  // keys that come at once work on what the ones before them made
  const now = useRef(state)
  now.current = state
  const scene = (at: TuiState) => {
    const shown = screen.page(currentOf(at).wanted)
    const page = at.help === undefined ? shown : helpOf(shown)
    // a filter is not about the keys, and they scroll by themselves
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
      const { page, layout, geometry } = scene(now.current)
      const { state: after, effect } = step(now.current, key, { screen, page, layout, height: geometry.height })
      now.current = effect === 'copy' ? { ...after, message: `copied: ${page.command}` } : after
      act(effect, page.command)
    }
    setState(now.current)
  })
  // once: without anybody who listens a stop from outside would be taken as it comes
  useEffect(() => onStop(() => void suspendTerminal(stop), dying), [onStop, dying, suspendTerminal, stop])
  const lines = frameOf(scene(state)).map((line, y) => h(Text, { key: y, wrap: 'truncate' }, line === '' ? ' ' : line))
  return h(Box, { flexDirection: 'column', height: size.rows, width: size.columns }, ...lines)
}

const HELPS = new WeakMap<ScreenPage, ScreenPage>()

/** The keys, over whatever page one was on. */
function helpOf(page: ScreenPage): ScreenPage {
  const known = HELPS.get(page)
  if (known) return known
  const help: ScreenPage = { title: 'Keys', view: HELP, command: page.command, form: 'text', enter: 'details' }
  HELPS.set(page, help)
  return help
}
