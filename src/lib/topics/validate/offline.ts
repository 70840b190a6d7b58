// SPDX-License-Identifier: Apache-2.0
import { io } from '../../io/io.ts'
import type { Answer } from '../../model/report/presentation.ts'
import { type ValidateReport, validateForms } from '../../reports/validate/report.ts'
import { type ValidateAsked, validateOptions } from './asked.ts'
import { OFFLINE, validateFiles } from './validate.ts'

/** Validates files against the specification alone. */
export function answer(input: ValidateAsked): Answer<ValidateReport> {
  const report = validateFiles(input.files, OFFLINE, validateOptions(input))
  return { report, presentation: validateForms(io().now()) }
}
