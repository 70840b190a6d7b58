// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { readFlags } from '../../lib/cli/flags/read-flags.ts'
import { FleetCommand } from '../../lib/cli/oclif/fleet-command.ts'

export default class PoolsImpact extends FleetCommand {
  static override summary = 'what stops for whom if a pool, or one of its nodes, is drained or lost'
  static override examples = [
    '<%= config.bin %> pools impact st-pool-a',
    '<%= config.bin %> pools impact hv-a-001 --demo healthy',
  ]
  static override args = {
    subject: Args.string({ description: 'NAME of a pool or of a node, TYPE/NAME, node/NAME[@POOL]', required: true }),
  }
  static override flags = { ...readFlags }

  async run(): Promise<number> {
    const parsed = await this.parse(PoolsImpact)
    return this.observe(parsed, () => import('../../lib/topics/pools/impact.ts'))
  }
}
