// SPDX-License-Identifier: Apache-2.0

import type { Tone } from '../../model/report/view.ts'
import { textWidth } from '../width.ts'
import type { Scene } from './frame.ts'
import { cut } from './paint.ts'
import { type ConnectionState, VIEW_NAMES, type ViewName } from './screen.ts'
import { currentOf, cursorOf, topOf } from './state.ts'

const VIEW_TITLES: Readonly<Record<ViewName, string>> = {
  tree: 'Tree',
  problems: 'Problems',
  pools: 'Pools',
  hypervisors: 'Hypervisors',
  secrets: 'Secrets',
  gitops: 'GitOps',
  events: 'Events',
}

/** Views, clusters with their connection state, and the title. */
export function headerLines(scene: Scene): readonly string[] {
  return [tabLine(scene), badgeLine(scene), titleLine(scene)]
}

function tabLine({ state, size, pen, screen }: Scene): string {
  const [base] = state.places
  const currentView = base && 'view' in base.wanted ? base.wanted.view : undefined
  const tabs = VIEW_NAMES.map((name, i) => ({ name, text: `${i + 1} ${VIEW_TITLES[name]}` }))
  const width = tabs.reduce((sum, { text }) => sum + text.length + 2, 0)
  const shown = width <= size.columns ? tabs : tabs.filter(({ name }) => name === currentView)
  const left = shown.map(({ name, text }) => (name === currentView ? pen.inverse(` ${text} `) : ` ${text} `)).join('')
  const used = shown.reduce((sum, { text }) => sum + text.length + 2, 0)
  const gap = size.columns - used - screen.time.length
  return gap < 1 ? left : `${left}${' '.repeat(gap)}${pen.tone(screen.time, 'dim')}`
}

/** Clusters by connection state: as much as fits, the names of problematic ones first. */
function badgeLine({ screen: { badges }, size, pen }: Scene): string {
  const groups = ORDER.flatMap((state) => {
    const members = badges.filter((badge) => badge.state === state)
    return members.length > 0 ? [{ state, members }] : []
  })
  const describeGroups = ({ names, why }: { readonly names: boolean; readonly why: boolean }) =>
    groups.map(({ state, members }) => {
      const isBad = state === 'lost' || state === 'lagging'
      const texts = members.map(({ cluster, words }) => (isBad && why ? `${cluster} ${words}` : cluster))
      return `${BADGES[state].symbol} ${members.length} ${state}${isBad || names ? `: ${texts.join(', ')}` : ''}`
    })
  const fits = (texts: readonly string[]) => texts.reduce((sum, text) => sum + textWidth(text) + 2, -2) <= size.columns
  // The names of all lost clusters are more important than the reason for one.
  const shortest = describeGroups({ names: false, why: badges.filter(({ state }) => state !== 'live').length === 1 })
  const texts =
    [describeGroups({ names: true, why: true }), describeGroups({ names: false, why: true })].find(fits) ?? shortest
  let remaining = size.columns
  return texts
    .map((text, i) => {
      const shown = cut(text, remaining)
      remaining -= textWidth(shown) + 2
      return pen.tone(pen.plain(shown), BADGES[groups[i]?.state ?? 'live'].tone)
    })
    .join('  ')
    .trimEnd()
}

/** Problems last: their texts may be long. */
const ORDER = ['live', 'polled', 'lagging', 'lost'] as const

function titleLine(scene: Scene): string {
  const { page, state, size, pen } = scene
  const position = currentOf(state)
  const at = positionText(scene)
  const filter = position.filter === '' ? '' : `  /${position.filter}`
  const available = size.columns - textWidth(at) - 1
  const left = pen.plain(cut(`${page.title}${filter}`, available))
  const gap = Math.max(size.columns - textWidth(left) - textWidth(at), 1)
  return `${pen.strong(left)}${' '.repeat(gap)}${pen.tone(at, 'dim')}`
}

/** The number of the selected row; for a longer text, the visible lines. */
function positionText({ state, layout, geometry: { height } }: Scene): string {
  const position = currentOf(state)
  const [rows, lines] = [layout.rows.length, layout.lines.length]
  if (rows > 0) return `${cursorOf(position, layout) + 1} of ${rows}`
  if (lines <= height) return ''
  const top = topOf(position, layout, height)
  return `lines ${top + 1}-${top + height} of ${lines}`
}

const BADGES: Readonly<Record<ConnectionState, { readonly symbol: string; readonly tone: Tone }>> = {
  live: { symbol: '✔', tone: 'good' },
  polled: { symbol: '·', tone: 'plain' },
  lagging: { symbol: '…', tone: 'busy' },
  lost: { symbol: '✖', tone: 'bad' },
}
