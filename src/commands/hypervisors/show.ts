// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { readFlags } from '../../lib/cli/flags/read-flags.ts'
import { FleetCommand } from '../../lib/cli/oclif/fleet-command.ts'

export default class HypervisorsShow extends FleetCommand {
  static override summary = 'one host: its node, Hypervisor, chassis and agents, what leaves it and what holds it'
  static override examples = [
    '<%= config.bin %> hypervisors show hv-a-017',
    '<%= config.bin %> hypervisors show hv-a-017@hv-pool-a -o json',
  ]
  static override args = { node: Args.string({ description: 'NODE, or NODE@CLUSTER', required: true }) }
  static override flags = { 'accept-cached': readFlags['accept-cached'] }

  async run(): Promise<number> {
    const parsed = await this.parse(HypervisorsShow)
    return this.observe(parsed, () => import('../../lib/topics/hypervisors/show.ts'))
  }
}
