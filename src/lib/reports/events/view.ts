// SPDX-License-Identifier: Apache-2.0
import type { Presentation } from '../../model/report/presentation.ts'
import type { Block, View } from '../../model/report/view.ts'
import { formatAge } from '../../model/text/time.ts'
import { clockLine } from '../shared/clock-skew.ts'
import { completenessText } from '../shared/completeness.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { nameOf, objectPlace } from '../shared/object-row.ts'
import type { EventRow, EventsReport } from './report.ts'

export const eventsForms: Presentation<EventsReport> = {
  view: eventsView,
  names: ({ events }) => [...new Set(events.map(objectPlace))],
  rows: { field: 'events' },
}

function eventsView(report: EventsReport): View {
  return {
    blocks: [
      ...headOf(report),
      report.events.length > 0 ? table(report) : { type: 'lines', lines: [{ text: NOTHING }] },
      { type: 'lines', lines: [...report.clocks.map(clockLine), { text: lastLine(report) }] },
    ],
    notes: gapNotes(report.completeness.gaps),
  }
}

const NOTHING = 'no events; clusters keep them for an hour unless they are told to keep them longer'

function headOf({ subjects, objects = 0 }: EventsReport): readonly Block[] {
  const [first, ...others] = subjects
  if (!first) return []
  const more = objects - subjects.length
  const below = more > 0 ? `${more} ${more === 1 ? 'object' : 'objects'} below` : ''
  const name = others.length > 0 ? `${subjects.length} objects` : `${nameOf(first)} @${first.cluster}: ${first.state}`
  return [{ type: 'lines', lines: [{ text: [name, below].filter(Boolean).join(', ') }] }]
}

function table({ events, completeness }: EventsReport): Block {
  const isOne = completeness.clusters.length === 1
  return {
    type: 'table',
    columns: [
      { title: 'TIME', wide: true },
      { title: 'AGO' },
      { title: 'TIMES', drop: 1 },
      { title: 'TYPE' },
      { title: 'REASON' },
      { title: 'OBJECT', flexible: true },
      { title: 'CLUSTER', ...(isOne ? { wide: true } : {}) },
      { title: 'FROM', wide: true },
      { title: 'MESSAGE', flexible: true },
    ],
    rows: events.map((row) => [
      { text: row.time ?? '' },
      { text: row.age ?? '?' },
      { text: timesOf(row) },
      { text: row.type, ...(row.type === 'Normal' ? {} : { tone: 'bad' as const }) },
      { text: row.reason },
      { text: `${nameOf(row)}${row.earlier ? ' (an earlier one)' : ''}`, about: objectPlace(row) },
      { text: row.cluster },
      { text: row.component ?? '' },
      { text: row.message.replace(/\s+/g, ' ') },
    ]),
  }
}

/** For example "12 in 3h". */
function timesOf({ count, first, time }: EventRow): string {
  const span = Date.parse(time ?? '') - Date.parse(first ?? '')
  return count > 1 && span >= 1000 ? `${count} in ${formatAge(span)}` : String(count)
}

function lastLine({ completeness, events, subjects, verdict, exitCode, scope }: EventsReport): string {
  const warnings = events.filter(({ type }) => type !== 'Normal').length
  const counts = `${events.length} ${events.length === 1 ? 'event' : 'events'}, ${warnings} ${warnings === 1 ? 'Warning' : 'Warnings'}`
  // without subjects nothing was assessed, so the verdict is left out
  const state = subjects.length > 0 ? ` · ${verdict}` : ''
  return `${completenessText(completeness, 'read in full', scope)} · ${counts}${state} · exit ${exitCode}`
}
