// SPDX-License-Identifier: Apache-2.0

import { causesOf } from '../../assess/causes.ts'
import { CHECKS } from '../../checks/index.ts'
import type { Asked, ReadRequest } from '../../cli/oclif/topic.ts'
import type { Check, FindingSeverity } from '../../model/check/check.ts'
import type { Answer } from '../../model/report/presentation.ts'
import { onDemandInputs } from '../../pipeline/check-inputs.ts'
import type { Observation } from '../../pipeline/observe.ts'
import { checkForms } from '../../reports/check/formats.ts'
import { type CheckReport, checkReport } from '../../reports/check/report.ts'
import type { AcceptedFindings } from './accepted-findings.ts'

/** Named checks read what all of them read: the same finding has the same impact. */
export const reads = (): ReadRequest => ({
  also: onDemandInputs(CHECKS),
})

/** What the checks found, folded into causes. */
export function answer(
  observation: Observation,
  { argv, flags, format, checks, accepted }: CheckInput,
): Answer<CheckReport> {
  const results =
    argv.length > 0 ? observation.results.filter(({ check }) => checks.includes(check)) : observation.results
  const causes = argv.length > 0 ? causesOf(observation.assessment, results) : observation.causes
  const failOn = flags['fail-on'] as FindingSeverity
  const report = checkReport({
    ...observation,
    results,
    causes,
    allowIncomplete: flags['allow-incomplete'],
    failOn,
    ...accepted,
  })
  const forms = checkForms(checks, observation.snapshot.takenAt, {
    onlyProblems: flags['only-problems'] ?? false,
    isWide: format === 'wide',
  })
  const page = async (shown: CheckReport) => {
    const { checkPage } = await import('../../reports/check/html.ts')
    return checkPage(shown, forms.view(shown), observation, causes)
  }
  return { report, presentation: { ...forms, page } }
}

interface CheckInput extends Asked<object, { readonly 'fail-on': string; readonly 'only-problems': boolean }> {
  readonly checks: readonly Check[]
  readonly accepted: AcceptedFindings
}
