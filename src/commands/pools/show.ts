// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { readFlags } from '../../lib/cli/flags/read-flags.ts'
import { FleetCommand } from '../../lib/cli/oclif/fleet-command.ts'

export default class PoolsShow extends FleetCommand {
  static override summary = 'Show one pool in detail, including tenant isolation'
  static override examples = [
    '# Show a hypervisor pool\n<%= config.bin %> pools show hv-pool-a',
    '# Print a storage pool as JSON\n<%= config.bin %> pools show st-pool-a -o json',
  ]
  static override args = { pool: Args.string({ description: 'pool: NAME or TYPE/NAME', required: true }) }
  static override flags = { ...readFlags }

  async run(): Promise<number> {
    const parsed = await this.parse(PoolsShow)
    return this.observe(parsed, () => import('../../lib/topics/pools/show.ts'))
  }
}
