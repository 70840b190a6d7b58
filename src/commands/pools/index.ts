// SPDX-License-Identifier: Apache-2.0
import { FleetCommand } from '../../lib/cli/fleet-command.ts'
import { outputFlag } from '../../lib/cli/output.ts'
import { POOL_KINDS } from '../../lib/cli/pool-kinds.ts'
import { readFlags, selectFlags } from '../../lib/cli/read-flags.ts'
import { LIST_FORMATS } from '../../lib/render/formats.ts'
import { poolsReport } from '../../lib/reports/pools.ts'
import { poolsNames, poolsRows, poolsView } from '../../lib/reports/pools-view.ts'

export default class Pools extends FleetCommand {
  static override summary = 'pools by region: nodes, capacity, who shares them, and whether isolation is kept'
  static override examples = ['<%= config.bin %> pools', '<%= config.bin %> pools --demo healthy -o wide']
  static override formats = LIST_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(LIST_FORMATS) }
  static override flags = { ...readFlags, ...selectFlags }

  async run(): Promise<number> {
    const { flags } = await this.parse(Pools)
    return this.withObservation(
      flags,
      async ({ snapshot, assessment, scope }) => {
        const report = poolsReport(snapshot, assessment, { scope, allowIncomplete: flags['allow-incomplete'] })
        return this.finish(report, { view: poolsView, names: poolsNames, rows: poolsRows }, flags)
      },
      POOL_KINDS,
    )
  }
}
