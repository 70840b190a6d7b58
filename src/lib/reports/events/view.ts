// SPDX-License-Identifier: Apache-2.0
import type { Presentation } from '../../model/report/presentation.ts'
import type { Block, Cell, View } from '../../model/report/view.ts'
import { formatAge, HOUR } from '../../model/text/time.ts'
import { linesBlock, listFooter } from '../lists/list-footer.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { nameOf, objectPlace } from '../shared/object-row.ts'
import { tableOf } from '../shared/table.ts'
import { clockLine } from './clock-skew.ts'
import type { EventRow, EventsReport } from './report.ts'

export const eventsForms: Presentation<EventsReport> = {
  view: (report) => eventsView(report, []),
  names: ({ events }) => [...new Set(events.map(objectPlace))],
  rows: { field: 'events' },
}

/** The same without Normal events that are older than an hour, which are counted. */
export const recentEventsForms = (now: number): Presentation<EventsReport> => ({
  ...eventsForms,
  view: (report) => {
    const old = report.events.filter(({ type, time }) => type === 'Normal' && now - Date.parse(time ?? '') > HOUR)
    return eventsView(report, old)
  },
})

function eventsView(report: EventsReport, hidden: readonly EventRow[]): View {
  const { clocks, completeness, scope } = report
  const events = report.events.filter((row) => !hidden.includes(row))
  const remarks =
    hidden.length > 0
      ? [`${hidden.length} Normal ${hidden.length === 1 ? 'event' : 'events'} older than 1h not listed (-o wide)`]
      : []
  return {
    blocks: [
      { type: 'lines', lines: [headline(report)] },
      ...(events.length > 0 ? [table({ ...report, events })] : []),
      ...linesBlock(clocks.map(clockLine)),
      listFooter(completeness, scope, ...remarks),
    ],
    notes: gapNotes(completeness.gaps),
  }
}

const NOTHING = 'no events; clusters keep them for an hour by default'

/** How many events there are, and about what. */
function headline({ events, subjects, objects = 0 }: EventsReport): Cell {
  const warnings = events.filter(({ type }) => type !== 'Normal').length
  const counts = `${warnings} ${warnings === 1 ? 'warning' : 'warnings'} in ${events.length} ${events.length === 1 ? 'event' : 'events'}`
  const text = events.length === 0 ? NOTHING : counts
  const [first, ...others] = subjects
  if (!first) return { text }
  const more = objects - subjects.length
  const dependencies = more > 0 ? ` and ${more} ${more === 1 ? 'dependency' : 'dependencies'}` : ''
  const name = others.length > 0 ? `${subjects.length} objects` : `${nameOf(first)} @${first.cluster} (${first.state})`
  return { text: `${name}${dependencies}: ${text}` }
}

function table({ events, completeness }: EventsReport): Block {
  const isOne = completeness.clusters.length === 1
  return tableOf(events, [
    { title: 'TIME', wide: true, cell: ({ time }) => time ?? '' },
    { title: 'LAST SEEN', cell: ({ age }) => age ?? '?' },
    {
      title: 'TYPE',
      cell: ({ type }) => ({ text: type, ...(type === 'Normal' ? {} : { tone: 'bad' as const }) }),
    },
    { title: 'REASON', cell: ({ reason }) => reason },
    {
      title: 'OBJECT',
      flexible: true,
      cell: (row) => ({ text: `${nameOf(row)}${row.earlier ? ' (deleted)' : ''}`, about: objectPlace(row) }),
    },
    { title: 'CLUSTER', ...(isOne ? { wide: true } : { drop: 2 }), cell: ({ cluster }) => cluster },
    { title: 'COUNT', drop: 1, cell: (row) => (row.count > 1 ? timesOf(row) : '') },
    { title: 'FROM', wide: true, cell: ({ component }) => component ?? '' },
    { title: 'MESSAGE', flexible: true, cell: ({ message }) => message.replace(/\s+/g, ' ') },
  ])
}

/** For example "12 in 3h". */
function timesOf({ count, first, time }: EventRow): string {
  const span = Date.parse(time ?? '') - Date.parse(first ?? '')
  return count > 1 && span >= 1000 ? `${count} in ${formatAge(span)}` : String(count)
}
