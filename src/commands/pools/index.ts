// SPDX-License-Identifier: Apache-2.0

import { outputFlag } from '../../lib/cli/flags/output-flags.ts'
import { readFlags, selectFlags } from '../../lib/cli/flags/read-flags.ts'
import { watchFlags } from '../../lib/cli/flags/watch-flags.ts'
import { FleetCommand } from '../../lib/cli/oclif/fleet-command.ts'
import { LANDSCAPE_FORMATS } from '../../lib/render/formats.ts'

export default class Pools extends FleetCommand {
  static override summary = 'List pools: nodes, capacity, tenants, isolation'
  static override examples = [
    '# List the pools of all regions\n<%= config.bin %> pools',
    '# List the pools of a demo with all columns\n<%= config.bin %> pools --demo healthy -o wide',
  ]
  static override formats = LANDSCAPE_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(LANDSCAPE_FORMATS) }
  static override flags = { ...readFlags, ...selectFlags, ...watchFlags }

  async run(): Promise<number> {
    const parsed = await this.parse(Pools)
    return this.observe(parsed, () => import('../../lib/topics/pools/list.ts'))
  }
}
