// SPDX-License-Identifier: Apache-2.0

import type { Asked, ReadRequest } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { Observation } from '../../pipeline/observe.ts'
import { type PoolsReport, poolsReport } from '../../reports/pools/report.ts'
import { poolsNames, poolsRows, poolsView } from '../../reports/pools/view.ts'

export const reads = (): ReadRequest => ({})

export function answer({ snapshot, assessment, scope }: Observation, { flags, format }: Asked): Answer<PoolsReport> {
  const report = poolsReport(snapshot, assessment, { scope, allowIncomplete: flags['allow-incomplete'] })
  const view = (pools: PoolsReport) => poolsView(pools, format === 'wide' || format === 'html')
  const page = async (pools: PoolsReport) => {
    const { pageOf } = await import('../../reports/html/page.ts')
    const { poolRoots } = await import('../../reports/html/roots.ts')
    const about = { title: 'Pools', words: ['pools'], takenAt: snapshot.takenAt }
    return pageOf(pools, view(pools), about, { assessment, roots: poolRoots(assessment.graph) })
  }
  return { report, presentation: { view, names: poolsNames, rows: poolsRows, page } }
}
