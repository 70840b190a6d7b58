// SPDX-License-Identifier: Apache-2.0
import type { CommandContext } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import { type ValidateReport, validateForms } from '../../reports/validate/report.ts'
import { type ValidateAsked, validateOptions } from './asked.ts'
import { readBeside, validateFiles } from './validate.ts'

/** Validates files against the management cluster. */
export async function answer(context: CommandContext, input: ValidateAsked): Promise<Answer<ValidateReport>> {
  const { files } = input
  const report = validateFiles(files, await readBeside(context, files), validateOptions(input))
  return { report, presentation: validateForms(context.now) }
}
