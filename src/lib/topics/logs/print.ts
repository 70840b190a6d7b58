// SPDX-License-Identifier: Apache-2.0

import { wantsColor } from '../../cli/flags/output-flags.ts'
import type { Printed } from '../../cli/oclif/topic.ts'
import { Interrupted } from '../../cli/process/interrupted.ts'
import { io } from '../../io/io.ts'
import type { Answer } from '../../model/report/presentation.ts'
import { type LogsReport, logsForms } from '../../reports/logs/report.ts'
import { type LogCommand, printLogs } from './print-logs.ts'

interface LogsAsked extends Omit<LogCommand, 'flags' | 'color'> {
  readonly flags: LogCommand['flags'] & { readonly color: string }
}

/** Prints log lines as they come; the answer says what could not be read. */
export async function printTarget({ target, flags, format, signal }: LogsAsked): Promise<Answer<LogsReport> | Printed> {
  const world = io()
  const color = wantsColor(flags.color, world.stdout.isTTY, world.env)
  const { report, notes, streamed } = await printLogs({ target, flags, format, color, signal })
  // Ctrl-C is how following ends
  if (world.signal.reason instanceof Interrupted) return { exitCode: world.signal.reason.exitCode }
  return { report, presentation: logsForms(notes, streamed) }
}
