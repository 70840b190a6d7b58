// SPDX-License-Identifier: Apache-2.0

import { outputFlag } from '../lib/cli/flags/output-flags.ts'
import { readFlags } from '../lib/cli/flags/read-flags.ts'
import { FleetCommand } from '../lib/cli/oclif/fleet-command.ts'
import { LIST_FORMATS } from '../lib/render/formats.ts'

export default class Operators extends FleetCommand {
  static override summary = 'List operators per cluster: readiness, version skew, last activity'
  static override examples = [
    '# List all operators\n<%= config.bin %> operators',
    '# List the operators of one region with all columns\n<%= config.bin %> operators --region eu-de-1 -o wide',
    '# Choose the columns\n<%= config.bin %> operators -o custom-columns=NAME:.operator,CLUSTER:.cluster,VERSION:.versions',
  ]
  static override formats = LIST_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(LIST_FORMATS) }
  static override flags = { ...readFlags }

  async run(): Promise<number> {
    const parsed = await this.parse(Operators)
    return this.observe(parsed, () => import('../lib/topics/operators/answer.ts'))
  }
}
