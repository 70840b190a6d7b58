// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { outputFlag } from '../../lib/cli/flags/output-flags.ts'
import { readFlags } from '../../lib/cli/flags/read-flags.ts'
import { watchFlags } from '../../lib/cli/flags/watch-flags.ts'
import { FleetCommand } from '../../lib/cli/oclif/fleet-command.ts'
import { TEST_FORMATS } from '../../lib/render/formats.ts'

export default class TempestResults extends FleetCommand {
  static override summary =
    'the last Tempest run of each control plane: counts, what failed by service, age against schedule'
  static override description =
    'Reads the Tempest object and, where its Pod is still there, the results in its log (console, JUnit, subunit). Exit 1 if tests failed, 3 if no result is recent.'
  static override examples = [
    '<%= config.bin %> tempest results',
    '<%= config.bin %> tempest results customer-a-prod -o wide',
    '<%= config.bin %> tempest results --demo healthy -o junit > tempest.xml',
  ]
  static override formats = TEST_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(TEST_FORMATS) }
  static override args = {
    name: Args.string({ description: 'of a Tempest object, its namespace, or an OpenStack cluster' }),
  }
  static override flags = { ...readFlags, ...watchFlags }

  async run(): Promise<number> {
    const parsed = await this.parse(TempestResults)
    return this.observe(parsed, () => import('../../lib/topics/tempest/results.ts'))
  }
}
