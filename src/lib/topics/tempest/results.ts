// SPDX-License-Identifier: Apache-2.0

import type { Asked, CommandContext, ReadRequest } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { Observation } from '../../pipeline/observe.ts'
import { lastJob, type TempestResultsReport, tempestResultsReport } from '../../reports/tempest/report.ts'
import type { TempestSuite } from '../../reports/tempest/suites.ts'
import { tempestForms } from '../../reports/tempest/view.ts'
import { TEMPEST_CHECKS, tempestInput, tempestKinds } from './read.ts'
import { type readRunLogs, rememberedRunLogs } from './run-logs.ts'

export const reads = ({ args, flags }: ResultsInput): ReadRequest => ({
  only: tempestKinds(flags, args.name),
  checks: TEMPEST_CHECKS,
})

/** The last Tempest run of each control plane. */
export async function answer(
  observation: Observation,
  { args, flags, format }: ResultsInput,
  context: CommandContext,
): Promise<Answer<TempestResultsReport>> {
  const logsOf = logReaders.get(context) ?? rememberedRunLogs()
  logReaders.set(context, logsOf)
  const runs = (suite: TempestSuite) => [lastJob(suite)].filter((job) => job !== undefined)
  const input = await tempestInput(observation, context, { flags, name: args.name, runs, logsOf })
  return {
    report: tempestResultsReport(input),
    presentation: tempestForms({ now: observation.snapshot.takenAt, logs: input.logs, all: format === 'wide' }),
  }
}

type ResultsInput = Asked<{ readonly name?: string | undefined }>

/** With -w, a log is read again only when its Job has changed. */
const logReaders = new WeakMap<CommandContext, typeof readRunLogs>()
