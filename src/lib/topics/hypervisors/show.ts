// SPDX-License-Identifier: Apache-2.0
import { agentKinds, HYPERVISOR_CHECKS, HYPERVISOR_KINDS, podsOn } from '../../cli/hypervisor-kinds.ts'
import { inspect } from '../../cli/inspect.ts'
import type { Observation } from '../../cli/observe.ts'
import type { Asked, Landscape, Reading } from '../../cli/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import { type HypervisorReport, hypervisorReport } from '../../reports/hypervisors/show.ts'
import { hypervisorForms } from '../../reports/hypervisors/show-view.ts'

type HostAsked = Asked<{ readonly node: string }>

export function reads({ args }: HostAsked): Reading {
  const [name = ''] = args.node.split('@')
  return { only: [...HYPERVISOR_KINDS, podsOn(name)], skipOtherRoles: true }
}

/** One host. */
export function answer(seen: Observation, { args, flags }: HostAsked, { fleet }: Landscape): Answer<HypervisorReport> {
  const { causes } = inspect(seen, HYPERVISOR_CHECKS)
  const report = hypervisorReport({
    ...seen,
    name: args.node,
    agents: agentKinds(fleet.profile?.agents),
    causes,
    allowIncomplete: flags['allow-incomplete'],
  })
  return { report, presentation: hypervisorForms }
}
