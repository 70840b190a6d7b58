// SPDX-License-Identifier: Apache-2.0

import { outputFlag } from '../../lib/cli/flags/output-flags.ts'
import { readFlags, selectFlags } from '../../lib/cli/flags/read-flags.ts'
import { watchFlags } from '../../lib/cli/flags/watch-flags.ts'
import { FleetCommand } from '../../lib/cli/oclif/fleet-command.ts'
import { LANDSCAPE_FORMATS } from '../../lib/render/formats.ts'

export default class Hypervisors extends FleetCommand {
  static override summary = 'List hypervisors by pool, unhealthy first'
  static override aliases = ['hv']
  static override examples = [
    '# List the hypervisors of all pools\n<%= config.bin %> hypervisors',
    '# List one pool with all columns\n<%= config.bin %> hypervisors --pool hv-pool-a -o wide',
    '# List one availability zone\n<%= config.bin %> hypervisors -l topology.kubernetes.io/zone=eu-de-1a',
  ]
  static override formats = LANDSCAPE_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(LANDSCAPE_FORMATS) }
  static override flags = { ...readFlags, ...selectFlags, ...watchFlags }

  async run(): Promise<number> {
    const parsed = await this.parse(Hypervisors)
    return this.observe(parsed, () => import('../../lib/topics/hypervisors/list.ts'))
  }
}
