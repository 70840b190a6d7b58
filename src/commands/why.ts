// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { outputFlag } from '../lib/cli/flags/output-flags.ts'
import { readFlags } from '../lib/cli/flags/read-flags.ts'
import { FleetCommand } from '../lib/cli/oclif/fleet-command.ts'
import { WHY_FORMATS } from '../lib/render/formats.ts'

export default class Why extends FleetCommand {
  static override summary = 'Explain why something is unhealthy: root cause, evidence, impact'
  static override examples = [
    '# Explain one OpenStack cluster\n<%= config.bin %> why customer-a-prod',
    '# Explain one object\n<%= config.bin %> why keystone/keystone@eu-de-1',
    '# Try it on a demo\n<%= config.bin %> why customer-a-prod --demo database-down',
  ]
  static override formats = WHY_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(WHY_FORMATS) }
  static override args = {
    object: Args.string({ description: 'OpenStack cluster (NAME) or KIND/NAME[@CLUSTER]', required: true }),
  }
  static override flags = { ...readFlags }

  async run(): Promise<number> {
    const parsed = await this.parse(Why)
    return this.observe(parsed, () => import('../lib/topics/why/answer.ts'))
  }
}
