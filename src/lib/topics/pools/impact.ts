// SPDX-License-Identifier: Apache-2.0

import type { Asked, ReadRequest } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { Observation } from '../../pipeline/observe.ts'
import { type PoolImpactReport, poolImpactReport } from '../../reports/pools/impact.ts'
import { poolImpactNames, poolImpactView } from '../../reports/pools/impact-view.ts'

export const reads = (): ReadRequest => ({})

export function answer(
  { snapshot, assessment }: Observation,
  { args, flags }: Asked<{ readonly subject: string }>,
): Answer<PoolImpactReport> {
  return {
    report: poolImpactReport(snapshot, assessment, { name: args.subject, allowIncomplete: flags['allow-incomplete'] }),
    presentation: { view: poolImpactView, names: poolImpactNames },
  }
}
