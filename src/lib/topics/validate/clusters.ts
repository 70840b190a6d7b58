// SPDX-License-Identifier: Apache-2.0
import type { CommandContext } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import { type ValidateReport, validateForms } from '../../reports/validate/report.ts'
import { type ValidateAsked, validateOptions } from './asked.ts'
import { readBeside, validateFiles } from './validate.ts'

/** Files against what the management cluster serves and has. */
export async function answer(landscape: CommandContext, asked: ValidateAsked): Promise<Answer<ValidateReport>> {
  const { files } = asked
  const report = validateFiles(files, await readBeside(landscape, files), validateOptions(asked))
  return { report, presentation: validateForms(landscape.now) }
}
