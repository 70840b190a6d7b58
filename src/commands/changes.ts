// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { durationFlag } from '../lib/cli/flags/duration-flag.ts'
import { outputFlag } from '../lib/cli/flags/output-flags.ts'
import { readFlags, refuseSelector, selectFlags } from '../lib/cli/flags/read-flags.ts'
import { FleetCommand } from '../lib/cli/oclif/fleet-command.ts'
import { LIST_FORMATS } from '../lib/render/formats.ts'

export default class Changes extends FleetCommand {
  static override summary = 'Show recent changes across all clusters'
  static override examples = [
    '# Show what changed in the last hour\n<%= config.bin %> changes',
    '# Show what changed in one OpenStack cluster and its dependencies\n<%= config.bin %> changes customer-a-prod --since 30m',
    '# Show what changed around one object\n<%= config.bin %> changes Keystone/keystone@eu-de-1 --since 2h',
  ]
  static override formats = LIST_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(LIST_FORMATS) }
  static override args = { object: Args.string({ description: 'OpenStack cluster (NAME), or KIND/NAME[@CLUSTER]' }) }
  static override flags = {
    since: durationFlag({ summary: 'how far back to look (default 1h)' }),
    ...readFlags,
    ...selectFlags,
  }

  async run(): Promise<number> {
    const parsed = await this.parse(Changes)
    refuseSelector(parsed.args.object, parsed.flags)
    return this.answerFromFleet(parsed, () => import('../lib/topics/changes/answer.ts'))
  }
}
