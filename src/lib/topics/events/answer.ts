// SPDX-License-Identifier: Apache-2.0

import { observeOptions } from '../../cli/flags/observe-options.ts'
import type { CommandContext } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import { type EventsReport, eventsReport } from '../../reports/events/report.ts'
import { eventsForms } from '../../reports/events/view.ts'
import { readEvents } from './read.ts'
import { type EventsRequest, eventsInput } from './request.ts'

/** Events read once; for one object and its dependencies, only from the clusters that hold them. */
export async function answer(context: CommandContext, request: EventsRequest): Promise<Answer<EventsReport>> {
  const input = eventsInput(request)
  const { fleet, progress } = context
  const reading = readEvents(fleet, request.args.object, input.types, observeOptions(context, request.flags))
  const report = eventsReport({ ...(await progress.during('all clusters', reading)), ...input })
  return { report, presentation: eventsForms }
}
