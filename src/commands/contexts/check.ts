// SPDX-License-Identifier: Apache-2.0
import { FleetCommand, type Landscape } from '../../lib/cli/fleet-command.ts'
import { later } from '../../lib/cli/later.ts'
import { outputFlag } from '../../lib/cli/output.ts'
import { LIST_FORMATS } from '../../lib/render/formats.ts'

const reports = later(() => import('../../lib/reports/contexts-check.ts'))
const rows = later(() => import('../../lib/cli/check-rows.ts'))

export default class ContextsCheck extends FleetCommand {
  static override summary = 'log in to each cluster: missing permissions, wrong identity, clock skew'
  static override examples = ['<%= config.bin %> contexts check', '<%= config.bin %> contexts check --demo healthy']
  static override formats = LIST_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(LIST_FORMATS) }

  async run(): Promise<number> {
    const { flags } = await this.parse(ContextsCheck)
    const { askAhead } = await import('../../lib/cli/ask-ahead.ts')
    const check = async ({ fleet, progress }: Landscape) => {
      const { contextsCheckNames, contextsCheckReport, contextsCheckView } = await reports()
      const { checkRows } = await rows()
      const report = contextsCheckReport({
        ...(fleet.profile ? { profile: fleet.profile.name } : {}),
        clusters: await progress.during('permissions', checkRows(fleet, flags.namespace)),
        notes: fleet.notes,
        allowIncomplete: flags['allow-incomplete'],
      })
      return this.finish(
        report,
        { view: contextsCheckView, names: contextsCheckNames, rows: { field: 'clusters' } },
        flags,
      )
    }
    return this.withFleet(flags, check, { ahead: askAhead })
  }
}
