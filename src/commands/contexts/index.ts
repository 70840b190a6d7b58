// SPDX-License-Identifier: Apache-2.0
import { contextRows } from '../../lib/cli/context-rows.ts'
import { FleetCommand } from '../../lib/cli/fleet-command.ts'
import { contextsNames, contextsReport, contextsView } from '../../lib/reports/contexts.ts'

export default class Contexts extends FleetCommand {
  static override summary = 'which clusters there are, where each came from and whether it answers'
  static override examples = ['<%= config.bin %> contexts', '<%= config.bin %> contexts --demo healthy -o json']

  async run(): Promise<number> {
    const { flags } = await this.parse(Contexts)
    return this.withFleet(flags, async ({ fleet }) => {
      const report = contextsReport({
        ...(fleet.profile ? { profile: fleet.profile.name } : {}),
        clusters: contextRows(fleet),
        notes: fleet.notes,
        allowIncomplete: flags['allow-incomplete'],
      })
      return this.finish(report, { view: contextsView, names: contextsNames }, flags)
    })
  }
}
