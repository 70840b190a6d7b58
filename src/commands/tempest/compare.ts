// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { outputFlag } from '../../lib/cli/flags/output-flags.ts'
import { readFlags } from '../../lib/cli/flags/read-flags.ts'
import { FleetCommand } from '../../lib/cli/oclif/fleet-command.ts'
import { TEST_FORMATS } from '../../lib/render/formats.ts'

export default class TempestCompare extends FleetCommand {
  static override summary = 'Compare two Tempest runs'
  static override description =
    'A and B are Jobs (NAME or NAMESPACE/NAME) or files that Tempest wrote: console log, JUnit XML or subunit v2. Two files need no cluster.'
  static override examples = [
    '# Compare two runs in the cluster\n<%= config.bin %> tempest compare openstack/tempest-29913240 openstack/tempest-29914680',
    '# Compare two files and print Markdown\n<%= config.bin %> tempest compare last-week.xml ./tonight.log -o markdown',
  ]
  static override formats = TEST_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(TEST_FORMATS) }
  static override args = {
    a: Args.string({ description: 'earlier run: Job or file', required: true }),
    b: Args.string({ description: 'later run: Job or file', required: true }),
  }
  static override flags = { ...readFlags }

  async run(): Promise<number> {
    const parsed = await this.parse(TempestCompare)
    const { isFile } = await import('../../lib/topics/tempest/compare-sides.ts')
    if ([parsed.args.a, parsed.args.b].every(isFile))
      return this.answer(parsed, () => import('../../lib/topics/tempest/compare-files.ts'))
    return this.answerFromFleet(parsed, () => import('../../lib/topics/tempest/compare.ts'))
  }
}
