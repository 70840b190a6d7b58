// SPDX-License-Identifier: Apache-2.0

import type { CommandContext, ReadRequest } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { Observation } from '../../pipeline/observe.ts'
import { type EventsReport, eventsReport } from '../../reports/events/report.ts'
import { eventsForms } from '../../reports/events/view.ts'
import { eventsAsked, eventsIn } from './read.ts'
import { type EventsRequest, eventsInput } from './request.ts'

export function reads(asked: EventsRequest): ReadRequest {
  const { types, scope } = eventsInput(asked)
  return eventsAsked(asked.args.object, types, scope ?? {})
}

/** The same Events from what a watch keeps up to date. */
export function answer(seen: Observation, asked: EventsRequest, { fleet }: CommandContext): Answer<EventsReport> {
  const report = eventsReport({ ...eventsIn(fleet, seen, asked.args.object), ...eventsInput(asked) })
  return { report, presentation: eventsForms }
}
