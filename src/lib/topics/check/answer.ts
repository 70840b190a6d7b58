// SPDX-License-Identifier: Apache-2.0

import type { Asked, ReadRequest } from '../../cli/oclif/topic.ts'
import type { Check, FindingSeverity } from '../../model/check/check.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { Observation } from '../../pipeline/observe.ts'
import { inputKinds, onDemandInputs, runAllChecks, runSelectedChecks } from '../../pipeline/run-checks.ts'
import { checkForms } from '../../reports/check/formats.ts'
import { type CheckReport, checkReport } from '../../reports/check/report.ts'
import type { AcceptedFindings } from './accepted-findings.ts'

interface CheckAsked extends Asked<object, { readonly 'fail-on': string; readonly 'only-problems': boolean }> {
  readonly checks: readonly Check[]
  readonly accepted: AcceptedFindings
}

/** Named checks read only what they look at. */
export const reads = ({ argv, checks }: CheckAsked): ReadRequest => ({
  also: onDemandInputs(checks),
  ...(argv.length > 0 ? { only: inputKinds(checks) } : {}),
})

/** What the checks found, folded into causes. */
export function answer(seen: Observation, { argv, flags, checks, accepted }: CheckAsked): Answer<CheckReport> {
  const { results, causes } = argv.length > 0 ? runSelectedChecks(seen, checks) : runAllChecks(seen, checks)
  const failOn = flags['fail-on'] as FindingSeverity
  const report = checkReport({
    ...seen,
    results,
    causes,
    allowIncomplete: flags['allow-incomplete'],
    failOn,
    ...accepted,
  })
  const forms = checkForms(checks, seen.snapshot.takenAt, flags['only-problems'] ?? false)
  const page = async (found: CheckReport) => {
    const { checkPage } = await import('../../reports/check/html.ts')
    return checkPage(found, forms.view(found), seen, causes)
  }
  return { report, presentation: { ...forms, page } }
}
