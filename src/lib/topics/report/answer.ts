// SPDX-License-Identifier: Apache-2.0
import { CHECKS } from '../../checks/index.ts'
import { landscapeParts } from '../../cli/landscape-parts.ts'
import type { Observation } from '../../cli/observe.ts'
import { REPORT_KINDS } from '../../cli/report-kinds.ts'
import type { Asked, Landscape, Reading } from '../../cli/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import { landscapeForms } from '../../reports/report/formats.ts'
import { type LandscapeReport, landscapeReport } from '../../reports/report/report.ts'

export const reads = (): Reading => ({ also: REPORT_KINDS })

/** Every report of the fleet from one observation. */
export function answer(
  seen: Observation,
  { flags }: Asked<object, { readonly 'accept-cached': boolean }>,
  { fleet }: Landscape,
): Answer<LandscapeReport> {
  const { parts, causes, assessment } = landscapeParts(seen, fleet, flags)
  return {
    report: landscapeReport(seen.snapshot, parts),
    presentation: landscapeForms(assessment, CHECKS, causes),
  }
}
