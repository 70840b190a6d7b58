// SPDX-License-Identifier: Apache-2.0
import type { LogFlags } from '../../cli/flags/log-flags.ts'
import { observeOptions } from '../../cli/flags/observe-options.ts'
import type { Asked, CommandContext, Printed } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { LogsReport } from '../../reports/logs/report.ts'
import { printTarget } from './print.ts'
import { logTarget } from './target.ts'

type Flags = LogFlags & { readonly operator: boolean; readonly color: string }

/** The logs of the Pods of an object, or of its operator. */
export async function answer(
  landscape: CommandContext,
  { args, flags, format }: Asked<{ readonly object: string }, Flags>,
): Promise<Answer<LogsReport> | Printed> {
  const { fleet, progress, signal } = landscape
  const finding = logTarget(fleet, args.object, flags.operator, observeOptions(landscape, flags))
  return printTarget({ target: await progress.during('all clusters', finding), flags, format, signal })
}
