// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { FleetCommand } from '../../lib/cli/fleet-command.ts'
import { POOL_KINDS } from '../../lib/cli/pool-kinds.ts'
import { readFlags } from '../../lib/cli/read-flags.ts'
import { poolCapacityReport } from '../../lib/reports/pool-capacity.ts'
import { poolCapacityNames, poolCapacityView } from '../../lib/reports/pool-capacity-view.ts'

export default class PoolsCapacity extends FleetCommand {
  static override summary = 'how much pools have, how much is given away and how much is left'
  static override examples = [
    '<%= config.bin %> pools capacity',
    '<%= config.bin %> pools capacity st-pool-a --demo healthy -o json',
  ]
  static override args = { pool: Args.string({ description: 'only this pool: NAME or TYPE/NAME' }) }
  static override flags = { ...readFlags }

  async run(): Promise<number> {
    const { args, flags } = await this.parse(PoolsCapacity)
    return this.withObservation(
      flags,
      async ({ snapshot, assessment, scope }) => {
        const report = poolCapacityReport(snapshot, assessment, {
          ...(args.pool === undefined ? {} : { pool: args.pool }),
          scope,
          allowIncomplete: flags['allow-incomplete'],
        })
        return this.finish(report, { view: poolCapacityView, names: poolCapacityNames }, flags)
      },
      POOL_KINDS,
    )
  }
}
