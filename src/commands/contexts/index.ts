// SPDX-License-Identifier: Apache-2.0
import { FleetCommand } from '../../lib/cli/fleet-command.ts'
import { later } from '../../lib/cli/later.ts'
import { outputFlag } from '../../lib/cli/output.ts'
import { LIST_FORMATS } from '../../lib/render/formats.ts'

const rows = later(() => import('../../lib/cli/context-rows.ts'))
const reports = later(() => import('../../lib/reports/contexts.ts'))

export default class Contexts extends FleetCommand {
  static override summary = 'which clusters there are, where each came from and whether it answers'
  static override examples = ['<%= config.bin %> contexts', '<%= config.bin %> contexts --demo healthy -o json']
  static override formats = LIST_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(LIST_FORMATS) }

  async run(): Promise<number> {
    const { flags } = await this.parse(Contexts)
    return this.withFleet(flags, async ({ fleet }) => {
      const { contextRows } = await rows()
      const { contextsNames, contextsReport, contextsView } = await reports()
      const report = contextsReport({
        ...(fleet.profile ? { profile: fleet.profile.name } : {}),
        clusters: await contextRows(fleet),
        notes: fleet.notes,
        allowIncomplete: flags['allow-incomplete'],
      })
      return this.finish(report, { view: contextsView, names: contextsNames, rows: { field: 'clusters' } }, flags)
    })
  }
}
