// SPDX-License-Identifier: Apache-2.0

import type { Asked, CommandContext, ReadRequest } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { Observation } from '../../pipeline/observe.ts'
import { type HypervisorsReport, hypervisorsReport } from '../../reports/hypervisors/report.ts'
import { hypervisorsForms } from '../../reports/hypervisors/view.ts'
import { agentKinds, HYPERVISOR_CHECKS, HYPERVISOR_KINDS } from './kinds.ts'

export const reads = (): ReadRequest => ({ only: HYPERVISOR_KINDS, checks: HYPERVISOR_CHECKS, skipOtherRoles: true })

export function answer(
  observation: Observation,
  { flags, format }: Asked,
  { fleet }: CommandContext,
): Answer<HypervisorsReport> {
  const roles = fleet.members.flatMap(({ cluster }) => cluster.roles)
  const report = hypervisorsReport({
    ...observation,
    known: roles.flatMap(({ role, name }) => (role === 'hypervisor' ? name : [])),
    agents: agentKinds(fleet.profile?.agents),
    allowIncomplete: flags['allow-incomplete'],
  })
  const forms = hypervisorsForms(format === 'wide' || format === 'html')
  const page = async (hosts: HypervisorsReport) => {
    const { pageOf } = await import('../../reports/html/page.ts')
    const { poolRoots } = await import('../../reports/html/roots.ts')
    const { assessment, snapshot, causes } = observation
    const about = { title: 'Hypervisors', words: ['hypervisors'], takenAt: snapshot.takenAt }
    return pageOf(hosts, forms.view(hosts), about, {
      assessment,
      causes,
      roots: poolRoots(assessment.graph),
      all: true,
    })
  }
  return { report, presentation: { ...forms, page } }
}
