// SPDX-License-Identifier: Apache-2.0
import { io } from '../../io/io.ts'
import type { ObjectAt, StepResult } from '../../model/plan/plan.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { Format } from '../../render/formats.ts'
import { type TempestResultsReport, tempestResultsReport } from '../../reports/tempest/report.ts'
import { tempestForms } from '../../reports/tempest/view.ts'
import type { WriteSession } from '../../writes/run.ts'
import { comeBack, followRun, seeRun } from './follow-run.ts'
import type { TempestOptions } from './read.ts'

/** With --follow: follows the started run to its end and answers with its results. */
export async function followedResults(
  { run: { fleet, clock, signal } }: WriteSession,
  { flags, format }: RunInput,
  results: readonly StepResult[],
): Promise<Answer<TempestResultsReport> | undefined> {
  const job = startedJob(results)
  if (!job || flags.follow !== true) return undefined
  const input = await followRun({ fleet, job, clock, signal, flags })
  return {
    report: tempestResultsReport(input),
    presentation: tempestForms({ now: clock.now(), logs: input.logs, all: format === 'wide' }),
  }
}

/** Prints on stderr how to see a run that continues after this command. */
export async function hintAtRun(results: readonly StepResult[], format: Format): Promise<void> {
  const job = startedJob(results)
  if (!job) return
  const { signal, stderr } = io()
  if (signal.aborted) await stderr.write(`${comeBack(job)}\n`)
  else if (format === 'table') await stderr.write(`hint: ${seeRun(job)} shows what it prints\n`)
}

function startedJob([first]: readonly StepResult[]): ObjectAt | undefined {
  return first && ['written', 'unchanged', 'waiting'].includes(first.outcome) ? first.step.target : undefined
}

interface RunInput {
  readonly flags: TempestOptions['flags'] & { readonly follow?: boolean }
  readonly format: Format
}
