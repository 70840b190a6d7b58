// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { durationFlag } from '../lib/cli/flags/duration-flag.ts'
import { outputFlag } from '../lib/cli/flags/output-flags.ts'
import { readFlags, refuseSelector, selectFlags } from '../lib/cli/flags/read-flags.ts'
import { isWatching, watchFlags } from '../lib/cli/flags/watch-flags.ts'
import { FleetCommand } from '../lib/cli/oclif/fleet-command.ts'
import { LIST_FORMATS } from '../lib/render/formats.ts'

export default class Events extends FleetCommand {
  static override summary = 'Show events across all clusters, or for an object and its dependencies'
  static override examples = [
    '# Show events of one OpenStack cluster in the last hour\n<%= config.bin %> events customer-a-prod --since 1h',
    '# Show events of one object and its dependencies\n<%= config.bin %> events MariaDB/openstack-db@eu-de-1',
    '# Show only warnings\n<%= config.bin %> events --types Warning',
  ]
  static override formats = LIST_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(LIST_FORMATS) }
  static override args = { object: Args.string({ description: 'OpenStack cluster (NAME), or KIND/NAME[@CLUSTER]' }) }
  static override flags = {
    since: durationFlag({ summary: 'only events newer than this' }),
    types: Flags.string({
      summary: 'only events of these types',
      multiple: true,
      multipleNonGreedy: true,
      delimiter: ',',
      options: ['Normal', 'Warning'],
      helpValue: 'Normal,Warning',
    }),
    ...readFlags,
    ...selectFlags,
    ...watchFlags,
  }

  async run(): Promise<number> {
    const parsed = await this.parse(Events)
    refuseSelector(parsed.args.object, parsed.flags)
    if (isWatching(parsed.flags)) return this.observe(parsed, () => import('../lib/topics/events/watch.ts'))
    return this.answerFromFleet(parsed, () => import('../lib/topics/events/answer.ts'))
  }
}
