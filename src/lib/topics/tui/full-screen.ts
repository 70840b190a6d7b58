// SPDX-License-Identifier: Apache-2.0
import type { Fleet } from '../../fleet/member.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import type { View } from '../../model/report/view.ts'
import type { LiveState } from '../../pipeline/live/store.ts'
import type { Badge, RequestedPage, ScreenPage, TuiScreen } from '../../render/tui/screen.ts'
import { CommandObservations, type Memories } from './command-observations.ts'
import { detailsOf, objectPage } from './object-pages.ts'
import { type Making, viewPage } from './pages.ts'

export interface ScreenOptions {
  readonly fleet: Fleet
  readonly acceptCached: boolean
  readonly command: Making['command']
  /** Kept from screen to screen. */
  readonly memories: Memories
}

/** One state as pages, each created on demand and cached. */
export function screenOf({ observation, badges, at }: LiveState, options: ScreenOptions): TuiScreen {
  const sight = new CommandObservations(observation, options.fleet, options.acceptCached, options.memories)
  const making = { sight, fleet: options.fleet, command: options.command }
  const pages = new Map<string, ScreenPage>()
  const details = new Map<string, View>()
  return {
    time: `${new Date(at).toISOString().slice(11, 19)}Z`,
    badges: badges.map((badge): Badge => ({ cluster: badge.cluster, state: badge.state, words: badgeText(badge) })),
    page: (requested) => cached(pages, JSON.stringify(requested), () => pageOf(requested, making)),
    details: (about, view) => cached(details, `${view} ${about}`, () => detailsOf(about, view, making)),
    names: () => sight.names('tree'),
  }
}

function cached<T>(cache: Map<string, T>, key: string, make: () => T): T {
  const value = cache.get(key) ?? make()
  cache.set(key, value)
  return value
}

function pageOf(requested: RequestedPage, making: Making): ScreenPage {
  try {
    return 'view' in requested ? viewPage(requested, making) : objectPage(requested.about, requested.show, making)
  } catch (error) {
    if (!(error instanceof C5c3Error)) throw error
    return {
      title: 'view' in requested ? (requested.root ?? requested.view) : requested.about,
      view: {
        blocks: [
          {
            type: 'lines',
            lines: [{ text: error.message, tone: 'bad' }, ...error.hints.map((text) => ({ text }))],
          },
        ],
      },
      command: making.command('view' in requested ? 'tree' : 'why', ...('about' in requested ? [requested.about] : [])),
      form: 'text',
      enter: 'details',
    }
  }
}

function badgeText({ since, why }: LiveState['badges'][number]): string {
  const time = new Date(since).toISOString().slice(11, 19)
  return `since ${time}Z${why ? `: ${why}` : ''}`
}
