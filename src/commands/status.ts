// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { outputFlag } from '../lib/cli/flags/output-flags.ts'
import { readFlags, refuseSelector, selectFlags } from '../lib/cli/flags/read-flags.ts'
import { watchFlags } from '../lib/cli/flags/watch-flags.ts'
import { FleetCommand } from '../lib/cli/oclif/fleet-command.ts'
import { STATUS_FORMATS } from '../lib/render/formats.ts'

export default class Status extends FleetCommand {
  static override summary = 'Show OpenStack cluster health and the root cause of each failure'
  static override examples = [
    '# Show all OpenStack clusters\n<%= config.bin %> status',
    '# Print the healthy demo as JSON\n<%= config.bin %> status --demo healthy -o json',
    '# Write a JUnit report for CI\n<%= config.bin %> status -o junit > status.xml',
    '# Write an HTML page\n<%= config.bin %> status -o html > status.html',
  ]
  static override formats = STATUS_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(STATUS_FORMATS) }
  static override args = { name: Args.string({ description: 'one OpenStack cluster' }) }
  static override flags = {
    ...readFlags,
    ...selectFlags,
    ...watchFlags,
  }

  async run(): Promise<number> {
    const parsed = await this.parse(Status)
    const { name } = parsed.args
    refuseSelector(name, parsed.flags)
    if (name) return this.observe({ ...parsed, args: { name } }, () => import('../lib/topics/status/one-cluster.ts'))
    return this.observe(parsed, () => import('../lib/topics/status/overview.ts'))
  }
}
