// SPDX-License-Identifier: Apache-2.0

import type { Asked, CommandContext, ReadRequest } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { Observation } from '../../pipeline/observe.ts'
import { type HypervisorReport, hypervisorReport } from '../../reports/hypervisors/show.ts'
import { hypervisorForms } from '../../reports/hypervisors/show-view.ts'
import { agentKinds, HYPERVISOR_CHECKS, HYPERVISOR_KINDS, podsOn } from './kinds.ts'

export function reads({ args }: HostInput): ReadRequest {
  const [name = ''] = args.node.split('@')
  return { only: [...HYPERVISOR_KINDS, podsOn(name)], checks: HYPERVISOR_CHECKS, skipOtherRoles: true }
}

export function answer(
  observation: Observation,
  { args, flags }: HostInput,
  { fleet }: CommandContext,
): Answer<HypervisorReport> {
  const report = hypervisorReport({
    ...observation,
    name: args.node,
    agents: agentKinds(fleet.profile?.agents),
    allowIncomplete: flags['allow-incomplete'],
  })
  return { report, presentation: hypervisorForms }
}

type HostInput = Asked<{ readonly node: string }>
