// SPDX-License-Identifier: Apache-2.0

import type { CommandContext, ReadRequest } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { Observation } from '../../pipeline/observe.ts'
import { type EventsReport, eventsReport } from '../../reports/events/report.ts'
import { eventsForms } from '../../reports/events/view.ts'
import { eventsAsked, eventsIn } from './read.ts'
import { type EventsRequest, eventsInput } from './request.ts'

export function reads(request: EventsRequest): ReadRequest {
  const { types, scope } = eventsInput(request)
  return eventsAsked(request.args.object, types, scope ?? {})
}

/** The same Events from a watched observation. */
export function answer(
  observation: Observation,
  request: EventsRequest,
  { fleet }: CommandContext,
): Answer<EventsReport> {
  const report = eventsReport({ ...eventsIn(fleet, observation, request.args.object), ...eventsInput(request) })
  return { report, presentation: eventsForms }
}
