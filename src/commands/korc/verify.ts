// SPDX-License-Identifier: Apache-2.0

import { outputFlag } from '../../lib/cli/flags/output-flags.ts'
import { readFlags } from '../../lib/cli/flags/read-flags.ts'
import { FleetCommand } from '../../lib/cli/oclif/fleet-command.ts'
import { LIST_FORMATS } from '../../lib/render/formats.ts'

export default class KorcVerify extends FleetCommand {
  static override summary = 'Verify K-ORC imports, credentials and service registrations'
  static override examples = [
    '# Verify all control planes\n<%= config.bin %> korc verify',
    '# Verify one OpenStack cluster and print the result as JSON\n<%= config.bin %> korc verify --tenant internal-prod -o json',
  ]
  static override formats = LIST_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(LIST_FORMATS) }
  static override flags = { ...readFlags }

  async run(): Promise<number> {
    const parsed = await this.parse(KorcVerify)
    return this.observe(parsed, () => import('../../lib/topics/korc/verify.ts'))
  }
}
