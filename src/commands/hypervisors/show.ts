// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { readFlags } from '../../lib/cli/flags/read-flags.ts'
import { FleetCommand } from '../../lib/cli/oclif/fleet-command.ts'

export default class HypervisorsShow extends FleetCommand {
  static override summary = 'Show one hypervisor: node, agents, evictions and what blocks a drain'
  static override aliases = ['hv:show']
  static override examples = [
    '# Show one hypervisor\n<%= config.bin %> hypervisors show hv-a-017',
    '# Print a hypervisor of a given cluster as JSON\n<%= config.bin %> hypervisors show hv-a-017@hv-pool-a -o json',
  ]
  static override args = { node: Args.string({ description: 'NODE or NODE@CLUSTER', required: true }) }
  static override flags = { 'accept-cached': readFlags['accept-cached'] }

  async run(): Promise<number> {
    const parsed = await this.parse(HypervisorsShow)
    return this.observe(parsed, () => import('../../lib/topics/hypervisors/show.ts'))
  }
}
