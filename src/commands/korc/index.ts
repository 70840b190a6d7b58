// SPDX-License-Identifier: Apache-2.0

import { outputFlag } from '../../lib/cli/flags/output-flags.ts'
import { readFlags } from '../../lib/cli/flags/read-flags.ts'
import { watchFlags } from '../../lib/cli/flags/watch-flags.ts'
import { FleetCommand } from '../../lib/cli/oclif/fleet-command.ts'
import { LIST_FORMATS } from '../../lib/render/formats.ts'

export default class Korc extends FleetCommand {
  static override summary = 'K-ORC objects of all control planes: policy, import, what each waits for, ID in OpenStack'
  static override description =
    'Shows what is not well, and each namespace in one line; every object with -o wide, -n or --tenant.'
  static override examples = [
    '<%= config.bin %> korc',
    '<%= config.bin %> korc --demo korc-waiting',
    '<%= config.bin %> korc -n openstack-customer-a-prod-x7k2p',
  ]
  static override formats = LIST_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(LIST_FORMATS) }
  static override flags = { ...readFlags, ...watchFlags }

  async run(): Promise<number> {
    const parsed = await this.parse(Korc)
    return this.observe(parsed, () => import('../../lib/topics/korc/list.ts'))
  }
}
