// SPDX-License-Identifier: Apache-2.0

import { wantsColor } from '../../cli/flags/output-flags.ts'
import type { Printed } from '../../cli/oclif/topic.ts'
import { Interrupted } from '../../cli/process/interrupted.ts'
import { io } from '../../io/io.ts'
import type { Answer } from '../../model/report/presentation.ts'
import { type LogsReport, logsForms } from '../../reports/logs/report.ts'
import { type LogCommand, printLogs } from './print-logs.ts'

/** Prints log lines as they arrive; the report says what could not be read. */
export async function printTarget({ target, flags, format, signal }: LogsInput): Promise<Answer<LogsReport> | Printed> {
  const cliIo = io()
  const color = wantsColor(flags.color, cliIo.stdout.isTTY, cliIo.env)
  const { report, notes, streamed } = await printLogs({ target, flags, format, color, signal })
  // Ctrl-C ends following.
  if (cliIo.signal.reason instanceof Interrupted) return { exitCode: cliIo.signal.reason.exitCode }
  return { report, presentation: logsForms(notes, streamed) }
}

interface LogsInput extends Omit<LogCommand, 'flags' | 'color'> {
  readonly flags: LogCommand['flags'] & { readonly color: string }
}
