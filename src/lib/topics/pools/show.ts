// SPDX-License-Identifier: Apache-2.0

import type { Asked, ReadRequest } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { Observation } from '../../pipeline/observe.ts'
import { type PoolReport, poolReport } from '../../reports/pools/show.ts'
import { poolShowNames, poolShowView } from '../../reports/pools/show-view.ts'

export const reads = (): ReadRequest => ({})

export function answer(
  { snapshot, assessment }: Observation,
  { args, flags, format }: Asked<{ readonly pool: string }>,
): Answer<PoolReport> {
  return {
    report: poolReport(snapshot, assessment, { name: args.pool, allowIncomplete: flags['allow-incomplete'] }),
    presentation: { view: (shown) => poolShowView(shown, format === 'wide'), names: poolShowNames },
  }
}
