// SPDX-License-Identifier: Apache-2.0

import { outputFlag } from '../../lib/cli/flags/output-flags.ts'
import { readFlags } from '../../lib/cli/flags/read-flags.ts'
import { watchFlags } from '../../lib/cli/flags/watch-flags.ts'
import { FleetCommand } from '../../lib/cli/oclif/fleet-command.ts'
import { LIST_FORMATS } from '../../lib/render/formats.ts'

export default class Korc extends FleetCommand {
  static override summary = 'List K-ORC resources: policy, import status, blockers, OpenStack IDs'
  static override description =
    'Lists unhealthy resources and one line per namespace. Every resource is listed with -o wide, -n or --tenant.'
  static override examples = [
    '# List what is unhealthy\n<%= config.bin %> korc',
    '# Try it on a demo in which resources are blocked\n<%= config.bin %> korc --demo korc-waiting',
    '# List every resource of one namespace\n<%= config.bin %> korc -n openstack-customer-a-prod-x7k2p',
  ]
  static override formats = LIST_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(LIST_FORMATS) }
  static override flags = { ...readFlags, ...watchFlags }

  async run(): Promise<number> {
    const parsed = await this.parse(Korc)
    return this.observe(parsed, () => import('../../lib/topics/korc/list.ts'))
  }
}
