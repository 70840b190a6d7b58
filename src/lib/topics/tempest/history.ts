// SPDX-License-Identifier: Apache-2.0

import type { Asked, CommandContext } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import { type TempestHistoryReport, tempestHistoryReport } from '../../reports/tempest/history.ts'
import { tempestHistoryForms } from '../../reports/tempest/history-view.ts'
import { readTempest } from './read.ts'

/** The Tempest runs whose Jobs still exist. */
export async function answer(
  context: CommandContext,
  { args, flags }: Asked<{ readonly name?: string | undefined }, { readonly limit: number }>,
): Promise<Answer<TempestHistoryReport>> {
  const input = await readTempest(context, {
    flags,
    name: args.name,
    // One more than shown: the oldest run is compared with its predecessor.
    runs: ({ jobs }) => jobs.slice(0, flags.limit + 1),
  })
  return { report: tempestHistoryReport(input, flags.limit), presentation: tempestHistoryForms }
}
