// SPDX-License-Identifier: Apache-2.0

import { outputFlag } from '../../lib/cli/flags/output-flags.ts'
import { FleetCommand } from '../../lib/cli/oclif/fleet-command.ts'
import { LIST_FORMATS } from '../../lib/render/formats.ts'

export default class Contexts extends FleetCommand {
  static override summary = 'which clusters there are, where each came from and whether it answers'
  static override examples = ['<%= config.bin %> contexts', '<%= config.bin %> contexts --demo healthy -o json']
  static override formats = LIST_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(LIST_FORMATS) }

  async run(): Promise<number> {
    const parsed = await this.parse(Contexts)
    return this.answerFromFleet(parsed, () => import('../../lib/topics/contexts/list.ts'))
  }
}
