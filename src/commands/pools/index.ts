// SPDX-License-Identifier: Apache-2.0
import { FleetCommand } from '../../lib/cli/fleet-command.ts'
import { outputFlag } from '../../lib/cli/output.ts'
import { POOL_KINDS } from '../../lib/cli/pool-kinds.ts'
import { readFlags, selectFlags } from '../../lib/cli/read-flags.ts'
import { watchFlags } from '../../lib/cli/watch-flags.ts'
import { LANDSCAPE_FORMATS } from '../../lib/render/formats.ts'
import { type PoolsReport, poolsReport } from '../../lib/reports/pools.ts'
import { poolsNames, poolsRows, poolsView } from '../../lib/reports/pools-view.ts'

export default class Pools extends FleetCommand {
  static override summary = 'pools by region: nodes, capacity, who shares them, and whether isolation is kept'
  static override examples = ['<%= config.bin %> pools', '<%= config.bin %> pools --demo healthy -o wide']
  static override formats = LANDSCAPE_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(LANDSCAPE_FORMATS) }
  static override flags = { ...readFlags, ...selectFlags, ...watchFlags }

  async run(): Promise<number> {
    const { flags } = await this.parse(Pools)
    return this.withObservation(
      flags,
      async ({ snapshot, assessment, scope }) => {
        const report = poolsReport(snapshot, assessment, { scope, allowIncomplete: flags['allow-incomplete'] })
        const page = async (pools: PoolsReport) => {
          const { pageOf } = await import('../../lib/reports/page.ts')
          const { poolRoots } = await import('../../lib/reports/page-roots.ts')
          const about = { title: 'Pools', words: ['pools'], takenAt: snapshot.takenAt }
          return pageOf(pools, poolsView(pools), about, { assessment, roots: poolRoots(assessment.graph) })
        }
        return this.finish(report, { view: poolsView, names: poolsNames, rows: poolsRows, page }, flags)
      },
      POOL_KINDS,
    )
  }
}
