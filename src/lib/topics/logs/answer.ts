// SPDX-License-Identifier: Apache-2.0
import type { LogFlags } from '../../cli/flags/log-flags.ts'
import { observeOptions } from '../../cli/flags/observe-options.ts'
import type { Asked, CommandContext, Printed } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { LogsReport } from '../../reports/logs/report.ts'
import { printTarget } from './print.ts'
import { logTarget } from './target.ts'

export async function answer(
  context: CommandContext,
  { args, flags, format }: Asked<{ readonly object: string }, Flags>,
): Promise<Answer<LogsReport> | Printed> {
  const { fleet, progress, signal } = context
  const finding = logTarget(fleet, args.object, flags.operator, observeOptions(context, flags))
  return printTarget({ target: await progress.during('all clusters', finding), flags, format, signal })
}

type Flags = LogFlags & { readonly operator: boolean; readonly color: string }
