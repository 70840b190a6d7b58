// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { readFlags } from '../../lib/cli/flags/read-flags.ts'
import { FleetCommand } from '../../lib/cli/oclif/fleet-command.ts'

export default class PoolsImpact extends FleetCommand {
  static override summary = 'Show the blast radius of draining or losing a pool or node'
  static override examples = [
    '# Show who is affected if a storage pool is lost\n<%= config.bin %> pools impact st-pool-a',
    '# Show who is affected if a node is drained\n<%= config.bin %> pools impact hv-a-001 --demo healthy',
  ]
  static override args = {
    subject: Args.string({
      description: 'pool (NAME or TYPE/NAME) or node (NAME or node/NAME[@POOL])',
      required: true,
    }),
  }
  static override flags = { ...readFlags }

  async run(): Promise<number> {
    const parsed = await this.parse(PoolsImpact)
    return this.observe(parsed, () => import('../../lib/topics/pools/impact.ts'))
  }
}
