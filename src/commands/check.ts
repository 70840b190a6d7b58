// SPDX-License-Identifier: Apache-2.0
import { FleetCommand } from '../lib/cli/fleet-command.ts'
import { outputFlag } from '../lib/cli/output.ts'
import { readFlags } from '../lib/cli/read-flags.ts'
import { LIST_FORMATS } from '../lib/render/formats.ts'

export default class Check extends FleetCommand {
  static override summary = 'every known failure mode, causes first, with evidence and what to type next'
  static override examples = ['<%= config.bin %> check', '<%= config.bin %> check --demo database-down']
  static override formats = LIST_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(LIST_FORMATS) }
  static override flags = { ...readFlags }

  async run(): Promise<number> {
    const { flags } = await this.parse(Check)
    const { CHECKS } = await import('../lib/checks/index.ts')
    const { demandedKinds, inspect } = await import('../lib/cli/inspect.ts')
    return this.withObservation(
      flags,
      async (seen) => {
        const { checkReport } = await import('../lib/reports/check.ts')
        const { checkView } = await import('../lib/reports/check-view.ts')
        const allowIncomplete = flags['allow-incomplete']
        const report = checkReport({ ...seen, ...inspect(seen, CHECKS), allowIncomplete })
        const names = () => report.findings.map(({ check, subject }) => `${check} ${subject.kind}/${subject.name}`)
        return this.finish(report, { view: checkView, names, rows: { field: 'findings' } }, flags)
      },
      demandedKinds(CHECKS),
    )
  }
}
