// SPDX-License-Identifier: Apache-2.0

import { observeOptions } from '../../cli/flags/observe-options.ts'
import { scopeOf } from '../../cli/flags/read-flags.ts'
import type { Asked, CommandContext } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import { type ChangesReport, changesReport } from '../../reports/changes/report.ts'
import { changesForms } from '../../reports/changes/view.ts'
import { readChanges } from './read.ts'

/** Recent changes of one object and its dependencies, or of everything in scope. */
export async function answer(
  context: CommandContext,
  { args, flags }: Asked<{ readonly object?: string | undefined }, { readonly since?: number | undefined }>,
): Promise<Answer<ChangesReport>> {
  const reading = readChanges(context.fleet, args.object, observeOptions(context, flags))
  const report = changesReport({
    ...(await context.progress.during('all clusters', reading)),
    since: flags.since ?? HOUR,
    scope: scopeOf(flags),
    allowIncomplete: flags['allow-incomplete'],
  })
  return { report, presentation: changesForms }
}

const HOUR = 3_600_000
