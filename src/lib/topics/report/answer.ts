// SPDX-License-Identifier: Apache-2.0
import { CHECKS } from '../../checks/index.ts'
import type { Asked, CommandContext, ReadRequest } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { Observation } from '../../pipeline/observe.ts'
import { landscapeForms } from '../../reports/report/formats.ts'
import { type LandscapeReport, landscapeReport } from '../../reports/report/report.ts'
import { REPORT_KINDS } from './kinds.ts'
import { landscapeParts } from './parts.ts'

export const reads = (): ReadRequest => ({ also: REPORT_KINDS })

/** Every report of the fleet from one observation. */
export function answer(
  observation: Observation,
  { flags }: Asked<object, { readonly 'accept-cached': boolean }>,
  { fleet }: CommandContext,
): Answer<LandscapeReport> {
  const { parts, causes, assessment } = landscapeParts(observation, fleet, flags)
  return {
    report: landscapeReport(observation.snapshot, parts),
    presentation: landscapeForms(assessment, CHECKS, causes),
  }
}
