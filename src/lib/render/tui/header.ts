// SPDX-License-Identifier: Apache-2.0

import type { Tone } from '../../model/view.ts'
import { textWidth } from '../width.ts'
import type { Scene } from './frame.ts'
import { cut } from './paint.ts'
import { type BadgeState, VIEW_NAMES, type ViewName } from './screen.ts'
import { currentOf, cursorOf } from './state.ts'

export const VIEW_TITLES: Readonly<Record<ViewName, string>> = {
  tree: 'Tree',
  problems: 'Problems',
  pools: 'Pools',
  hypervisors: 'Hypervisors',
  secrets: 'Secrets',
  gitops: 'GitOps',
  events: 'Events',
}

const BADGES: Readonly<Record<BadgeState, { readonly symbol: string; readonly tone: Tone }>> = {
  live: { symbol: '✔', tone: 'good' },
  polled: { symbol: '·', tone: 'plain' },
  lagging: { symbol: '…', tone: 'busy' },
  lost: { symbol: '✖', tone: 'bad' },
}

/** Views, clusters with their badges, and where one is. */
export function headerLines(scene: Scene): readonly string[] {
  return [tabLine(scene), badgeLine(scene), titleLine(scene)]
}

function tabLine({ state, size, pen, screen }: Scene): string {
  const [base] = state.places
  const here = base && 'view' in base.wanted ? base.wanted.view : undefined
  const tabs = VIEW_NAMES.map((name, i) => ({ name, text: `${i + 1} ${VIEW_TITLES[name]}` }))
  const width = tabs.reduce((sum, { text }) => sum + text.length + 2, 0)
  const shown = width <= size.columns ? tabs : tabs.filter(({ name }) => name === here)
  const left = shown.map(({ name, text }) => (name === here ? pen.inverse(` ${text} `) : ` ${text} `)).join('')
  const used = shown.reduce((sum, { text }) => sum + text.length + 2, 0)
  const gap = size.columns - used - screen.time.length
  return gap < 1 ? left : `${left}${' '.repeat(gap)}${pen.tone(screen.time, 'dim')}`
}

/** Clusters by how well they are followed: by name where there is room, else those alone that are not well followed. */
function badgeLine({ screen: { badges }, size, pen }: Scene): string {
  const groups = ORDER.flatMap((state) => {
    const those = badges.filter((badge) => badge.state === state)
    return those.length > 0 ? [{ state, those }] : []
  })
  const words = (isFull: boolean) =>
    groups.map(({ state, those }) => {
      const isBad = state === 'lost' || state === 'lagging'
      const names = isBad
        ? those.map(({ cluster, words }) => `${cluster} ${words}`)
        : those.map(({ cluster }) => cluster)
      return `${BADGES[state].symbol} ${those.length} ${state}${isBad || isFull ? `: ${names.join(', ')}` : ''}`
    })
  const full = words(true)
  const fits = full.reduce((sum, text) => sum + textWidth(text) + 2, -2) <= size.columns
  let left = size.columns
  return (fits ? full : words(false))
    .map((text, i) => {
      const shown = cut(text, left)
      left -= textWidth(shown) + 2
      return pen.tone(pen.plain(shown), BADGES[groups[i]?.state ?? 'live'].tone)
    })
    .join('  ')
    .trimEnd()
}

/** Trouble last: its words may be long. */
const ORDER = ['live', 'polled', 'lagging', 'lost'] as const

function titleLine({ page, state, layout, size, pen }: Scene): string {
  const place = currentOf(state)
  const at = layout.rows.length > 0 ? `${cursorOf(place, layout) + 1} of ${layout.rows.length}` : ''
  const filter = place.filter === '' ? '' : `  /${place.filter}`
  const room = size.columns - textWidth(at) - 1
  const left = pen.plain(cut(`${page.title}${filter}`, room))
  const gap = Math.max(size.columns - textWidth(left) - textWidth(at), 1)
  return `${pen.strong(left)}${' '.repeat(gap)}${pen.tone(at, 'dim')}`
}
