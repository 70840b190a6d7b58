// SPDX-License-Identifier: Apache-2.0
import type { PageMoment } from '../model/report/page.ts'
import { el, svg } from './dom.ts'
import { aboutNode } from './links.ts'
import { sortableTable } from './table.ts'

/** Events and changes, as one lane per cluster and as a table, newest first. */
export function timelinePart(moments: readonly PageMoment[], takenAt: string): HTMLElement {
  const now = Date.parse(takenAt)
  const picture = el('div', { class: 'moments' })
  const list = el('div')
  const draw = (range: number) => {
    const visible = moments.filter(({ time }) => now - Date.parse(time) <= range)
    picture.replaceChildren(visible.length > 0 ? lanes(visible, now) : el('p', {}, 'nothing was said in this time'))
    const rows = [...visible]
      .reverse()
      .map(({ time, age, what, object, cluster, message, node }) => [
        { text: time },
        { text: age },
        what,
        { text: object, ...aboutNode(node) },
        { text: cluster },
        { text: message },
      ])
    list.replaceChildren(...(rows.length > 0 ? [sortableTable(COLUMNS, rows)] : []))
  }
  const first = Object.entries(RANGES).find(([, range]) => moments.some(({ time }) => now - Date.parse(time) <= range))
  const choice = el(
    'select',
    { 'aria-label': 'how far back', change: () => draw(RANGES[choice.value] ?? Infinity) },
    ...Object.keys(RANGES).map((name) => el('option', { value: name, selected: name === first?.[0] }, name)),
  )
  draw(first?.[1] ?? Infinity)
  return el(
    'section',
    { id: 'timeline' },
    el('h2', {}, 'Timeline'),
    el('div', { class: 'tools' }, choice),
    picture,
    list,
  )
}

function lanes(moments: readonly PageMoment[], now: number): SVGSVGElement {
  const clusters = [...new Set(moments.map(({ cluster }) => cluster))].sort()
  const earliest = Math.min(...moments.map(({ time }) => Date.parse(time)))
  const span = Math.max(60_000, now - earliest)
  const x = (time: number) => NAMES + ((time - now + span) / span) * (WIDTH - NAMES - 16)
  const height = TOP + clusters.length * LANE + 8
  const ticks = Array.from({ length: 6 }, (_, i) => now - span + (span * i) / 5)
  return svg(
    'svg',
    { class: 'lanes', viewBox: `0 0 ${WIDTH} ${height}`, role: 'img', 'aria-label': 'events by cluster and time' },
    ...ticks.flatMap((tick, i) => [
      svg('line', { x1: x(tick), x2: x(tick), y1: TOP - 4, y2: height, class: 'tick' }),
      svg('text', { x: x(tick), y: 12, 'text-anchor': i === 5 ? 'end' : 'middle', class: 'when' }, clock(tick, span)),
    ]),
    ...clusters.flatMap((cluster, i) => {
      const y = TOP + i * LANE + LANE / 2
      return [
        svg('text', { x: 0, y: y + 4, class: 'lane' }, cluster),
        svg('line', { x1: NAMES, x2: WIDTH, y1: y, y2: y, class: 'tick' }),
        ...moments.flatMap((moment) =>
          moment.cluster === cluster ? [dot(moment, x(Date.parse(moment.time)), y)] : [],
        ),
      ]
    }),
  )
}

/** Bad moments also differ by shape: a diamond. */
function dot({ what, object, message, age }: PageMoment, x: number, y: number): SVGElement {
  const hint = svg('title', {}, `${what.text}, ${age} ago\n${object}\n${message}`)
  const tone = `tone-${what.tone ?? 'plain'}`
  if (what.tone !== 'bad') return svg('circle', { class: `moment ${tone}`, cx: x, cy: y, r: 4 }, hint)
  return svg('path', { class: `moment ${tone}`, d: `M${x} ${y - 7}l7 7l-7 7l-7 -7z` }, hint)
}

function clock(time: number, span: number): string {
  const text = new Date(time).toISOString()
  return span > 24 * HOUR ? text.slice(5, 16).replace('T', ' ') : text.slice(11, 16)
}

const HOUR = 3_600_000
const RANGES: Readonly<Record<string, number>> = {
  'last hour': HOUR,
  '6 hours': 6 * HOUR,
  day: 24 * HOUR,
  all: Infinity,
}
const COLUMNS = ['TIME', 'AGO', 'WHAT', 'OBJECT', 'CLUSTER', 'MESSAGE'].map((title) => ({ title }))
const [LANE, NAMES, WIDTH, TOP] = [24, 190, 1000, 22]
