// SPDX-License-Identifier: Apache-2.0
import { FleetCommand } from '../../lib/cli/fleet-command.ts'
import { outputFlag } from '../../lib/cli/output.ts'
import { readFlags } from '../../lib/cli/read-flags.ts'
import { LIST_FORMATS } from '../../lib/render/formats.ts'

export default class KorcVerify extends FleetCommand {
  static override summary =
    'imports resolved, credentials present, the known troubles of K-ORC, what services still lack'
  static override examples = [
    '<%= config.bin %> korc verify',
    '<%= config.bin %> korc verify --tenant internal-prod -o json',
  ]
  static override formats = LIST_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(LIST_FORMATS) }
  static override flags = { ...readFlags }

  async run(): Promise<number> {
    const { flags } = await this.parse(KorcVerify)
    const { VERIFY_CHECKS, VERIFY_KINDS } = await import('../../lib/cli/korc-kinds.ts')
    const { withTenants } = await import('../../lib/cli/tenant-kinds.ts')
    const all = (await this.formatOf(flags)) === 'wide'
    return this.withObservation(
      flags,
      async (seen) => {
        const { inspect } = await import('../../lib/cli/inspect.ts')
        const { korcVerifyReport } = await import('../../lib/reports/korc-verify.ts')
        const view = await import('../../lib/reports/korc-verify-view.ts')
        const found = inspect(seen, VERIFY_CHECKS)
        const report = korcVerifyReport({ ...seen, ...found, allowIncomplete: flags['allow-incomplete'] })
        const { korcVerifyNames: names, korcVerifyRows: rows, korcVerifyView } = view
        return this.finish(report, { view: (one) => korcVerifyView(one, { all }), names, rows }, flags)
      },
      [],
      withTenants(VERIFY_KINDS, flags),
    )
  }
}
