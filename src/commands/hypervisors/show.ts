// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { FleetCommand } from '../../lib/cli/fleet-command.ts'
import { later } from '../../lib/cli/later.ts'
import { readFlags } from '../../lib/cli/read-flags.ts'

const parts = later(() => import('../../lib/cli/hypervisor-kinds.ts'))

export default class HypervisorsShow extends FleetCommand {
  static override summary = 'one host: its node, Hypervisor, chassis and agents, what leaves it and what holds it'
  static override examples = [
    '<%= config.bin %> hypervisors show hv-a-017',
    '<%= config.bin %> hypervisors show hv-a-017@hv-pool-a -o json',
  ]
  static override args = { node: Args.string({ description: 'NODE, or NODE@CLUSTER', required: true }) }
  static override flags = { 'accept-cached': readFlags['accept-cached'] }

  async run(): Promise<number> {
    const { args, flags } = await this.parse(HypervisorsShow)
    const [name = ''] = args.node.split('@')
    const kinds = async () => {
      const { HYPERVISOR_KINDS, podsOn } = await parts()
      return [...HYPERVISOR_KINDS, podsOn(name)]
    }
    return this.withKinds(flags, kinds, async (seen, { profile }) => {
      const { agentKinds, HYPERVISOR_CHECKS } = await parts()
      const { inspect } = await import('../../lib/cli/inspect.ts')
      const { hypervisorReport } = await import('../../lib/reports/hypervisor-show.ts')
      const { hypervisorForms } = await import('../../lib/reports/hypervisor-show-view.ts')
      const { causes } = inspect(seen, HYPERVISOR_CHECKS)
      const about = { name: args.node, agents: agentKinds(profile?.agents) }
      const report = hypervisorReport({ ...seen, ...about, causes, allowIncomplete: flags['allow-incomplete'] })
      return this.finish(report, hypervisorForms, flags)
    })
  }
}
