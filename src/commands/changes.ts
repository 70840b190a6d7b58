// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { durationFlag } from '../lib/cli/flags/duration-flag.ts'
import { outputFlag } from '../lib/cli/flags/output-flags.ts'
import { readFlags, refuseSelector, selectFlags } from '../lib/cli/flags/read-flags.ts'
import { FleetCommand } from '../lib/cli/oclif/fleet-command.ts'
import { LIST_FORMATS } from '../lib/render/formats.ts'

export default class Changes extends FleetCommand {
  static override summary =
    'what changed lately over all clusters, by time: conditions, specs, revisions, rollouts, restarts'
  static override examples = [
    '<%= config.bin %> changes',
    '<%= config.bin %> changes customer-a-prod --since 30m',
    '<%= config.bin %> changes Keystone/keystone@eu-de-1 --since 2h',
  ]
  static override formats = LIST_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(LIST_FORMATS) }
  static override args = { object: Args.string({ description: 'NAME of a claim, or KIND/NAME[@CLUSTER]' }) }
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
