// SPDX-License-Identifier: Apache-2.0
import type { Observation } from '../../cli/observe.ts'
import { POOL_KINDS } from '../../cli/pool-kinds.ts'
import type { Asked, Reading } from '../../cli/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import { type PoolCapacityReport, poolCapacityReport } from '../../reports/pools/capacity.ts'
import { poolCapacityNames, poolCapacityRows, poolCapacityView } from '../../reports/pools/capacity-view.ts'

export const reads = (): Reading => ({ also: POOL_KINDS })

/** Capacity of one pool, or of all. */
export function answer(
  { snapshot, assessment, scope }: Observation,
  { args, flags }: Asked<{ readonly pool?: string | undefined }>,
): Answer<PoolCapacityReport> {
  const report = poolCapacityReport(snapshot, assessment, {
    ...(args.pool === undefined ? {} : { pool: args.pool }),
    scope,
    allowIncomplete: flags['allow-incomplete'],
  })
  return { report, presentation: { view: poolCapacityView, names: poolCapacityNames, rows: poolCapacityRows } }
}
