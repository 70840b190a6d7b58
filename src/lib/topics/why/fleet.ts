// SPDX-License-Identifier: Apache-2.0

import { CHECKS } from '../../checks/index.ts'
import type { Asked, ReadRequest } from '../../cli/oclif/topic.ts'
import { inScope } from '../../model/landscape/scope.ts'
import type { Answer } from '../../model/report/presentation.ts'
import { onDemandInputs } from '../../pipeline/check-inputs.ts'
import type { Observation } from '../../pipeline/observe.ts'
import { poolRoots } from '../../reports/html/roots.ts'
import { overviewSubjects } from '../../reports/shared/find-subject.ts'
import { type WhyFleetReport, whyFleetReport } from '../../reports/why/fleet-report.ts'
import { whyFleetView } from '../../reports/why/fleet-view.ts'
import { whyFleetForms } from '../../reports/why/formats.ts'

export const reads = (): ReadRequest => ({ also: onDemandInputs(CHECKS) })

/** The root causes of everything that is unhealthy. */
export function answer(seen: Observation, { flags, format }: Asked): Answer<WhyFleetReport> {
  const { snapshot, assessment, causes, scope } = seen
  const openStackClusters = overviewSubjects(assessment.graph, scope, snapshot)
  const pools = poolRoots(assessment.graph).filter(({ object }) => object && inScope(object, scope))
  const allowIncomplete = flags['allow-incomplete']
  const report = whyFleetReport({ snapshot, assessment, causes, scope, openStackClusters, pools, allowIncomplete })
  const page = async (why: WhyFleetReport) => {
    const { pageOf } = await import('../../reports/html/page.ts')
    const about = { title: 'Why', words: ['why'], takenAt: snapshot.takenAt }
    const roots = [...openStackClusters, ...pools]
    return pageOf(why, whyFleetView(why, { isPage: true }), about, { assessment, roots, causes })
  }
  return { report, presentation: { ...whyFleetForms(format === 'wide'), page } }
}
