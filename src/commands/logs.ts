// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { checkLogFlags, logFlags, logFleetOptions } from '../lib/cli/flags/log-flags.ts'
import { outputFlag } from '../lib/cli/flags/output-flags.ts'
import { readFlags } from '../lib/cli/flags/read-flags.ts'
import { FleetCommand } from '../lib/cli/oclif/fleet-command.ts'
import { LOG_FORMATS } from '../lib/render/formats.ts'

export default class Logs extends FleetCommand {
  static override summary =
    'what the Pods behind an object print, over clusters by time; or its operator, or the agents on a node'
  static override examples = [
    '<%= config.bin %> logs Keystone/keystone@eu-de-1 --since 10m --grep ERROR',
    '<%= config.bin %> logs Glance/glance --operator -f',
    '<%= config.bin %> logs Node/hv-a-017 --tail 20',
    '<%= config.bin %> logs Job/keystone-db-sync -o jsonl',
  ]
  static override formats = LOG_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(LOG_FORMATS) }
  static override args = {
    object: Args.string({ description: 'KIND/NAME[@CLUSTER], or NAME of a claim', required: true }),
  }
  static override flags = {
    ...logFlags,
    operator: Flags.boolean({ summary: 'of the operator that looks after the object' }),
    ...readFlags,
  }

  async run(): Promise<number> {
    const parsed = await this.parse(Logs)
    checkLogFlags(parsed.flags, await this.formatOf(parsed.flags))
    return this.answerFromFleet(parsed, () => import('../lib/topics/logs/answer.ts'), logFleetOptions(parsed.flags))
  }
}
