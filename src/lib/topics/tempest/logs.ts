// SPDX-License-Identifier: Apache-2.0
import type { LogFlags } from '../../cli/flags/log-flags.ts'
import type { Asked, CommandContext, Printed } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { LogsReport } from '../../reports/logs/report.ts'
import { printTarget } from '../logs/print.ts'
import { tempestLogTarget } from './log-target.ts'

export async function answer(
  context: CommandContext,
  { args, flags, format }: Asked<{ readonly name?: string | undefined }, Flags>,
): Promise<Answer<LogsReport> | Printed> {
  const selection = { ...(args.name ? { name: args.name } : {}), ...(flags.run ? { run: flags.run } : {}) }
  const target = await context.progress.during('all clusters', tempestLogTarget(context, selection, flags))
  return printTarget({ target, flags, format, signal: context.signal })
}

type Flags = LogFlags & { readonly run?: string | undefined; readonly color: string }
