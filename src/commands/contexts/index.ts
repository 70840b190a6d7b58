// SPDX-License-Identifier: Apache-2.0

import { outputFlag } from '../../lib/cli/flags/output-flags.ts'
import { FleetCommand } from '../../lib/cli/oclif/fleet-command.ts'
import { LIST_FORMATS } from '../../lib/render/formats.ts'

export default class Contexts extends FleetCommand {
  static override summary = 'List the clusters in use, how they were found, and if they respond'
  static override examples = [
    '# List the clusters of the current profile or kubeconfig\n<%= config.bin %> contexts',
    '# Print the clusters of a demo as JSON\n<%= config.bin %> contexts --demo healthy -o json',
  ]
  static override formats = LIST_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(LIST_FORMATS) }

  async run(): Promise<number> {
    const parsed = await this.parse(Contexts)
    return this.answerFromFleet(parsed, () => import('../../lib/topics/contexts/list.ts'))
  }
}
