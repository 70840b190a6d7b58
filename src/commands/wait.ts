// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { durationFlag } from '../lib/cli/flags/duration-flag.ts'
import { outputFlag } from '../lib/cli/flags/output-flags.ts'
import { readFlags } from '../lib/cli/flags/read-flags.ts'
import { FleetCommand } from '../lib/cli/oclif/fleet-command.ts'
import { LIST_FORMATS } from '../lib/render/formats.ts'

export default class Wait extends FleetCommand {
  static override summary = 'Wait until objects are healthy, deleted or meet a condition'
  static override examples = [
    '# Wait until an OpenStack cluster is healthy\n<%= config.bin %> wait customer-a-prod --for healthy --timeout 10m',
    '# Wait until phases 1 to 3 are healthy\n<%= config.bin %> wait customer-a-prod --for phase=3',
    '# Wait for a condition\n<%= config.bin %> wait keystone/keystone@eu-de-1 --for condition=Ready',
    '# Wait for two conditions\n<%= config.bin %> wait keystone/keystone@eu-de-1 --for condition=Ready --for condition=DatabaseReady',
    "# Wait for the value of a field\n<%= config.bin %> wait job/tempest --for jsonpath='{.status.succeeded}'=1",
  ]
  static override formats = LIST_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(LIST_FORMATS) }
  static override strict = false
  static override args = {
    object: Args.string({
      description: 'OpenStack cluster (NAME) or KIND/NAME[@CLUSTER] (repeatable)',
      required: true,
    }),
  }
  static override flags = {
    for: Flags.string({
      summary: 'what to wait for (repeatable); phase=N: phases 1 to N are healthy or disabled',
      required: true,
      multiple: true,
      multipleNonGreedy: true,
      helpValue: 'healthy|deleted|condition=NAME[=VALUE]|jsonpath=PATH[=VALUE]|phase=N',
    }),
    timeout: durationFlag({ summary: 'how long to wait before giving up with exit 6 (default 5m)' }),
    ...readFlags,
  }

  async run(): Promise<number> {
    const { argv, flags } = await this.parse(Wait)
    const { parseGoals } = await import('../lib/topics/wait/condition.ts')
    const goals = parseGoals(flags.for)
    const timeout = flags.timeout ?? FIVE_MINUTES
    // Reading before and after the wait gets extra time.
    const wholeCommand = { ...flags, timeout: timeout + 120_000 }
    const input = { flags: wholeCommand, goals, timeout, objects: argv.map(String) }
    return this.answerFromFleet(input, () => import('../lib/topics/wait/answer.ts'))
  }
}

const FIVE_MINUTES = 300_000
