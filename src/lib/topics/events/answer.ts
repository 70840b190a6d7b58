// SPDX-License-Identifier: Apache-2.0

import { observeOptions } from '../../cli/flags/observe-options.ts'
import type { CommandContext } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import { type EventsReport, eventsReport } from '../../reports/events/report.ts'
import { eventsForms } from '../../reports/events/view.ts'
import { readEvents } from './read.ts'
import { type EventsRequest, eventsInput } from './request.ts'

/** Events read once: of one object and its dependencies, those of the clusters that hold a part of it. */
export async function answer(landscape: CommandContext, asked: EventsRequest): Promise<Answer<EventsReport>> {
  const input = eventsInput(asked)
  const { fleet, progress } = landscape
  const reading = readEvents(fleet, asked.args.object, input.types, observeOptions(landscape, asked.flags))
  const report = eventsReport({ ...(await progress.during('all clusters', reading)), ...input })
  return { report, presentation: eventsForms }
}
