// SPDX-License-Identifier: Apache-2.0

import type { CommandContext } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { WaitReport } from '../../reports/wait/report.ts'
import { waitForms } from '../../reports/wait/view.ts'
import { type WaitAsked, waitCommand } from './command.ts'

/** Waits, and reports the result. */
export async function answer(context: CommandContext, input: WaitAsked): Promise<Answer<WaitReport>> {
  return { report: await waitCommand(context, input), presentation: waitForms }
}
