// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { FleetCommand } from '../../lib/cli/fleet-command.ts'
import { POOL_KINDS } from '../../lib/cli/pool-kinds.ts'
import { readFlags } from '../../lib/cli/read-flags.ts'
import { poolImpactReport } from '../../lib/reports/pool-impact.ts'
import { poolImpactNames, poolImpactView } from '../../lib/reports/pool-impact-view.ts'

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
    const { args, flags } = await this.parse(PoolsImpact)
    return this.withObservation(
      flags,
      async ({ snapshot, assessment }) => {
        const allowIncomplete = flags['allow-incomplete']
        const report = poolImpactReport(snapshot, assessment, { name: args.subject, allowIncomplete })
        return this.finish(report, { view: poolImpactView, names: poolImpactNames }, flags)
      },
      POOL_KINDS,
    )
  }
}
