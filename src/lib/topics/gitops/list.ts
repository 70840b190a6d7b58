// SPDX-License-Identifier: Apache-2.0
import { GITOPS_CHECKS, GITOPS_KINDS } from '../../cli/gitops-kinds.ts'
import { inspect } from '../../cli/inspect.ts'
import type { Observation } from '../../cli/observe.ts'
import type { Asked, Reading } from '../../cli/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import { type GitopsReport, gitopsReport } from '../../reports/gitops/report.ts'
import { gitopsForms } from '../../reports/gitops/view.ts'

export const reads = (): Reading => ({ only: GITOPS_KINDS, skipOtherRoles: true })

/** What Flux applies. */
export function answer(seen: Observation, { flags }: Asked): Answer<GitopsReport> {
  const { causes } = inspect(seen, GITOPS_CHECKS)
  const report = gitopsReport({ ...seen, causes, allowIncomplete: flags['allow-incomplete'] })
  return { report, presentation: gitopsForms }
}
