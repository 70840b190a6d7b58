// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { outputFlag } from '../../lib/cli/flags/output-flags.ts'
import { readFlags, refuseSelector, selectFlags } from '../../lib/cli/flags/read-flags.ts'
import { FleetCommand } from '../../lib/cli/oclif/fleet-command.ts'
import { LIST_FORMATS } from '../../lib/render/formats.ts'

export default class PoolsCapacity extends FleetCommand {
  static override summary = 'Show pool capacity: total, allocated, free'
  static override examples = [
    '# Show the capacity of all pools\n<%= config.bin %> pools capacity',
    '# Print the capacity of one pool as JSON\n<%= config.bin %> pools capacity st-pool-a --demo healthy -o json',
  ]
  static override formats = LIST_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(LIST_FORMATS) }
  static override args = { pool: Args.string({ description: 'only this pool: NAME or TYPE/NAME' }) }
  static override flags = { ...readFlags, ...selectFlags }

  async run(): Promise<number> {
    const parsed = await this.parse(PoolsCapacity)
    refuseSelector(parsed.args.pool, parsed.flags)
    return this.observe(parsed, () => import('../../lib/topics/pools/capacity.ts'))
  }
}
