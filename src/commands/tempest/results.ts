// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { outputFlag } from '../../lib/cli/flags/output-flags.ts'
import { readFlags } from '../../lib/cli/flags/read-flags.ts'
import { watchFlags } from '../../lib/cli/flags/watch-flags.ts'
import { FleetCommand } from '../../lib/cli/oclif/fleet-command.ts'
import { TEST_FORMATS } from '../../lib/render/formats.ts'

export default class TempestResults extends FleetCommand {
  static override summary = 'Show the latest Tempest results per control plane'
  static override description =
    'Reads the Tempest object and, while its Pod exists, the results in its log (console, JUnit, subunit). Exits 1 if tests failed and 3 if there is no recent result.'
  static override examples = [
    '# Show the latest results of all control planes\n<%= config.bin %> tempest results',
    '# Show one OpenStack cluster with all columns\n<%= config.bin %> tempest results customer-a-prod -o wide',
    '# Write the results as JUnit XML\n<%= config.bin %> tempest results --demo healthy -o junit > tempest.xml',
  ]
  static override formats = TEST_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(TEST_FORMATS) }
  static override args = {
    name: Args.string({ description: 'Tempest object, its namespace, or OpenStack cluster' }),
  }
  static override flags = { ...readFlags, ...watchFlags }

  async run(): Promise<number> {
    const parsed = await this.parse(TempestResults)
    return this.observe(parsed, () => import('../../lib/topics/tempest/results.ts'))
  }
}
