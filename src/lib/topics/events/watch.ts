// SPDX-License-Identifier: Apache-2.0
import type { Observation } from '../../cli/observe.ts'
import { eventsAsked, eventsIn } from '../../cli/read-events.ts'
import type { Landscape, Reading } from '../../cli/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import { type EventsReport, eventsReport } from '../../reports/events/report.ts'
import { eventsForms } from '../../reports/events/view.ts'
import { type EventsAsked, eventsInput } from './asked.ts'

export function reads(asked: EventsAsked): Reading {
  const { types, scope } = eventsInput(asked)
  return eventsAsked(asked.args.object, types, scope ?? {})
}

/** The same Events from what a watch keeps up to date. */
export function answer(seen: Observation, asked: EventsAsked, { fleet }: Landscape): Answer<EventsReport> {
  const report = eventsReport({ ...eventsIn(fleet, seen, asked.args.object), ...eventsInput(asked) })
  return { report, presentation: eventsForms }
}
