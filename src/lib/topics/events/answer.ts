// SPDX-License-Identifier: Apache-2.0

import { observeOptions } from '../../cli/flags/observe-options.ts'
import type { CommandContext } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import { type EventsReport, eventsReport } from '../../reports/events/report.ts'
import { eventsForms, recentEventsForms } from '../../reports/events/view.ts'
import { readEvents } from './read.ts'
import { type EventsRequest, eventsInput } from './request.ts'

/** Events read once; for one object and its dependencies, only from the clusters that hold them. */
export async function answer(context: CommandContext, request: EventsRequest): Promise<Answer<EventsReport>> {
  const input = eventsInput(request)
  const { fleet, progress } = context
  const reading = readEvents(fleet, request.args.object, input.types, observeOptions(context, request.flags))
  const seen = await progress.during('all clusters', reading)
  const report = eventsReport({ ...seen, ...input })
  // what was asked for by time or type is shown in full
  const isChosen = request.format === 'wide' || input.since !== undefined || input.types.length > 0
  return { report, presentation: isChosen ? eventsForms : recentEventsForms(seen.snapshot.takenAt) }
}
