// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { checkLogFlags, logFlags, logFleetOptions } from '../../lib/cli/flags/log-flags.ts'
import { outputFlag } from '../../lib/cli/flags/output-flags.ts'
import { readFlags } from '../../lib/cli/flags/read-flags.ts'
import { FleetCommand } from '../../lib/cli/oclif/fleet-command.ts'
import { LOG_FORMATS } from '../../lib/render/formats.ts'

export default class TempestLogs extends FleetCommand {
  static override summary = 'Show the log of a Tempest run (default: latest)'
  static override examples = [
    '# Show the failures of the latest run\n<%= config.bin %> tempest logs customer-a-prod --grep FAILED',
    '# Follow one run\n<%= config.bin %> tempest logs --run openstack/tempest-run-x7k2p -f',
  ]
  static override formats = LOG_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(LOG_FORMATS) }
  static override args = {
    name: Args.string({
      description: 'Tempest object, its namespace, or OpenStack cluster (default: the only one)',
    }),
  }
  static override flags = {
    run: Flags.string({ summary: 'name of the run', helpValue: '[NAMESPACE/]JOB[@CLUSTER]' }),
    ...logFlags,
    ...readFlags,
  }

  async run(): Promise<number> {
    const parsed = await this.parse(TempestLogs)
    checkLogFlags(parsed.flags, await this.formatOf(parsed.flags))
    return this.answerFromFleet(parsed, () => import('../../lib/topics/tempest/logs.ts'), logFleetOptions(parsed.flags))
  }
}
