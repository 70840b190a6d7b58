// SPDX-License-Identifier: Apache-2.0

import type { Asked, CommandContext, ReadRequest } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { Observation } from '../../pipeline/observe.ts'
import { runSelectedChecks } from '../../pipeline/run-checks.ts'
import { type HypervisorReport, hypervisorReport } from '../../reports/hypervisors/show.ts'
import { hypervisorForms } from '../../reports/hypervisors/show-view.ts'
import { agentKinds, HYPERVISOR_CHECKS, HYPERVISOR_KINDS, podsOn } from './kinds.ts'

type HostAsked = Asked<{ readonly node: string }>

export function reads({ args }: HostAsked): ReadRequest {
  const [name = ''] = args.node.split('@')
  return { only: [...HYPERVISOR_KINDS, podsOn(name)], skipOtherRoles: true }
}

/** One host. */
export function answer(
  seen: Observation,
  { args, flags }: HostAsked,
  { fleet }: CommandContext,
): Answer<HypervisorReport> {
  const { causes } = runSelectedChecks(seen, HYPERVISOR_CHECKS)
  const report = hypervisorReport({
    ...seen,
    name: args.node,
    agents: agentKinds(fleet.profile?.agents),
    causes,
    allowIncomplete: flags['allow-incomplete'],
  })
  return { report, presentation: hypervisorForms }
}
