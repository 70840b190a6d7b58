// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { outputFlag } from '../../lib/cli/flags/output-flags.ts'
import { readFlags } from '../../lib/cli/flags/read-flags.ts'
import { FleetCommand } from '../../lib/cli/oclif/fleet-command.ts'
import { HISTORY_FORMATS } from '../../lib/render/formats.ts'

export default class TempestHistory extends FleetCommand {
  static override summary = 'Show past Tempest runs: counts, newly failing and fixed tests'
  static override examples = [
    '# Show the runs of all control planes\n<%= config.bin %> tempest history',
    '# Show the last three runs of one OpenStack cluster\n<%= config.bin %> tempest history customer-a-prod --limit 3',
  ]
  static override formats = HISTORY_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(HISTORY_FORMATS) }
  static override args = {
    name: Args.string({ description: 'Tempest object, its namespace, or OpenStack cluster' }),
  }
  static override flags = {
    ...readFlags,
    limit: Flags.integer({ summary: 'maximum number of runs per suite, newest first', default: 10, min: 1, max: 100 }),
  }

  async run(): Promise<number> {
    const parsed = await this.parse(TempestHistory)
    return this.answerFromFleet(parsed, () => import('../../lib/topics/tempest/history.ts'))
  }
}
