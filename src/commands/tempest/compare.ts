// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { outputFlag } from '../../lib/cli/flags/output-flags.ts'
import { readFlags } from '../../lib/cli/flags/read-flags.ts'
import { FleetCommand } from '../../lib/cli/oclif/fleet-command.ts'
import { TEST_FORMATS } from '../../lib/render/formats.ts'

export default class TempestCompare extends FleetCommand {
  static override summary = 'two Tempest runs: newly failing, fixed, still failing, flaky'
  static override description =
    'A and B are Jobs (NAME or NAMESPACE/NAME) or files that Tempest wrote: console log, JUnit XML, subunit v2. Two files need no cluster.'
  static override examples = [
    '<%= config.bin %> tempest compare openstack/tempest-29913240 openstack/tempest-29914680',
    '<%= config.bin %> tempest compare last-week.xml ./tonight.log -o markdown',
  ]
  static override formats = TEST_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(TEST_FORMATS) }
  static override args = {
    a: Args.string({ description: 'the earlier run: a Job or a file', required: true }),
    b: Args.string({ description: 'the later run: a Job or a file', required: true }),
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
