// SPDX-License-Identifier: Apache-2.0

import type { Tone } from '../../model/report/view.ts'
import { textWidth } from '../width.ts'
import type { Scene } from './frame.ts'
import { cut } from './paint.ts'
import { type ConnectionState, VIEW_NAMES, type ViewName } from './screen.ts'
import { currentOf, cursorOf, topOf } from './state.ts'

export const VIEW_TITLES: Readonly<Record<ViewName, string>> = {
  tree: 'Tree',
  problems: 'Problems',
  pools: 'Pools',
  hypervisors: 'Hypervisors',
  secrets: 'Secrets',
  gitops: 'GitOps',
  events: 'Events',
}

const BADGES: Readonly<Record<ConnectionState, { readonly symbol: string; readonly tone: Tone }>> = {
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

/** Clusters by how well they are followed: as much of it as there is room for, the names of those in trouble first. */
function badgeLine({ screen: { badges }, size, pen }: Scene): string {
  const groups = ORDER.flatMap((state) => {
    const those = badges.filter((badge) => badge.state === state)
    return those.length > 0 ? [{ state, those }] : []
  })
  const words = ({ names, why }: { readonly names: boolean; readonly why: boolean }) =>
    groups.map(({ state, those }) => {
      const isBad = state === 'lost' || state === 'lagging'
      const told = those.map(({ cluster, words }) => (isBad && why ? `${cluster} ${words}` : cluster))
      return `${BADGES[state].symbol} ${those.length} ${state}${isBad || names ? `: ${told.join(', ')}` : ''}`
    })
  const fits = (texts: readonly string[]) => texts.reduce((sum, text) => sum + textWidth(text) + 2, -2) <= size.columns
  // which are lost matters more than why the first of them is
  const least = words({ names: false, why: badges.filter(({ state }) => state !== 'live').length === 1 })
  const told = [words({ names: true, why: true }), words({ names: false, why: true })].find(fits) ?? least
  let left = size.columns
  return told
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

function titleLine(scene: Scene): string {
  const { page, state, size, pen } = scene
  const place = currentOf(state)
  const at = whereIn(scene)
  const filter = place.filter === '' ? '' : `  /${place.filter}`
  const room = size.columns - textWidth(at) - 1
  const left = pen.plain(cut(`${page.title}${filter}`, room))
  const gap = Math.max(size.columns - textWidth(left) - textWidth(at), 1)
  return `${pen.strong(left)}${' '.repeat(gap)}${pen.tone(at, 'dim')}`
}

/** Which of the rows is selected; in a text that goes on below the window, which lines of it are seen. */
function whereIn({ state, layout, geometry: { height } }: Scene): string {
  const place = currentOf(state)
  const [rows, lines] = [layout.rows.length, layout.lines.length]
  if (rows > 0) return `${cursorOf(place, layout) + 1} of ${rows}`
  if (lines <= height) return ''
  const top = topOf(place, layout, height)
  return `lines ${top + 1}-${top + height} of ${lines}`
}
