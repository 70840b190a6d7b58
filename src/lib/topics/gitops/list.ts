// SPDX-License-Identifier: Apache-2.0

import type { Asked, ReadRequest } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { Observation } from '../../pipeline/observe.ts'
import { type GitopsReport, gitopsReport } from '../../reports/gitops/report.ts'
import { gitopsForms } from '../../reports/gitops/view.ts'
import { GITOPS_CHECKS, GITOPS_KINDS } from './kinds.ts'

export const reads = (): ReadRequest => ({ only: GITOPS_KINDS, checks: GITOPS_CHECKS, skipOtherRoles: true })

/** What Flux applies. */
export function answer(seen: Observation, { flags, format }: Asked): Answer<GitopsReport> {
  const report = gitopsReport({ ...seen, allowIncomplete: flags['allow-incomplete'] })
  return { report, presentation: gitopsForms(format === 'wide' || format === 'html') }
}
