// SPDX-License-Identifier: Apache-2.0

import type { Asked, ReadRequest } from '../../cli/oclif/topic.ts'
import type { Check, FindingSeverity } from '../../model/check/check.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { Observation } from '../../pipeline/observe.ts'
import { inputKinds, onDemandInputs, runAllChecks, runSelectedChecks } from '../../pipeline/run-checks.ts'
import { checkForms } from '../../reports/check/formats.ts'
import { type CheckReport, checkReport } from '../../reports/check/report.ts'
import type { AcceptedFindings } from './accepted-findings.ts'

/** Selected checks read only their inputs. */
export const reads = ({ argv, checks }: CheckInput): ReadRequest => ({
  also: onDemandInputs(checks),
  ...(argv.length > 0 ? { only: inputKinds(checks) } : {}),
})

/** The findings of the checks, folded into causes. */
export function answer(observation: Observation, { argv, flags, checks, accepted }: CheckInput): Answer<CheckReport> {
  const { results, causes } =
    argv.length > 0 ? runSelectedChecks(observation, checks) : runAllChecks(observation, checks)
  const failOn = flags['fail-on'] as FindingSeverity
  const report = checkReport({
    ...observation,
    results,
    causes,
    allowIncomplete: flags['allow-incomplete'],
    failOn,
    ...accepted,
  })
  const forms = checkForms(checks, observation.snapshot.takenAt, flags['only-problems'] ?? false)
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
