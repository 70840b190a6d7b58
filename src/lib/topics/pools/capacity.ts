// SPDX-License-Identifier: Apache-2.0

import type { Asked, ReadRequest } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { Observation } from '../../pipeline/observe.ts'
import { type PoolCapacityReport, poolCapacityReport } from '../../reports/pools/capacity.ts'
import { poolCapacityNames, poolCapacityRows, poolCapacityView } from '../../reports/pools/capacity-view.ts'

export const reads = (): ReadRequest => ({})

export function answer(
  { snapshot, assessment, scope }: Observation,
  { args, flags, format }: Asked<{ readonly pool?: string | undefined }>,
): Answer<PoolCapacityReport> {
  const report = poolCapacityReport(snapshot, assessment, {
    ...(args.pool === undefined ? {} : { pool: args.pool }),
    scope,
    allowIncomplete: flags['allow-incomplete'],
  })
  return {
    report,
    presentation: {
      view: (shown) => poolCapacityView(shown, format === 'wide'),
      names: poolCapacityNames,
      rows: poolCapacityRows,
    },
  }
}
