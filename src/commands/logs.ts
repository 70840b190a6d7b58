// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { checkLogFlags, logFlags, logFleetOptions } from '../lib/cli/flags/log-flags.ts'
import { outputFlag } from '../lib/cli/flags/output-flags.ts'
import { readFlags } from '../lib/cli/flags/read-flags.ts'
import { FleetCommand } from '../lib/cli/oclif/fleet-command.ts'
import { LOG_FORMATS } from '../lib/render/formats.ts'

export default class Logs extends FleetCommand {
  static override summary = 'Stream logs of the Pods behind an object, or of its operator'
  static override examples = [
    '# Show the errors of the last ten minutes\n<%= config.bin %> logs Keystone/keystone@eu-de-1 --since 10m --grep ERROR',
    '# Follow the operator that manages an object\n<%= config.bin %> logs Glance/glance --operator -f',
    '# Show the last lines of the agents on a node\n<%= config.bin %> logs Node/hv-a-017 --tail 20',
    '# Print the log of a Job, one JSON document per line\n<%= config.bin %> logs Job/keystone-db-sync -o jsonl',
  ]
  static override formats = LOG_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(LOG_FORMATS) }
  static override args = {
    object: Args.string({ description: 'KIND/NAME[@CLUSTER], or OpenStack cluster (NAME)', required: true }),
  }
  static override flags = {
    ...logFlags,
    operator: Flags.boolean({ summary: 'logs of the operator that manages the object' }),
    ...readFlags,
  }

  async run(): Promise<number> {
    const parsed = await this.parse(Logs)
    checkLogFlags(parsed.flags, await this.formatOf(parsed.flags))
    return this.answerFromFleet(parsed, () => import('../lib/topics/logs/answer.ts'), logFleetOptions(parsed.flags))
  }
}
