// SPDX-License-Identifier: Apache-2.0

import { outputFlag } from '../../lib/cli/flags/output-flags.ts'
import { BaseCommand } from '../../lib/cli/oclif/base-command.ts'
import { LIST_FORMATS } from '../../lib/render/formats.ts'

export default class Demo extends BaseCommand {
  static override summary = 'List the built-in demo scenarios'
  static override examples = [
    '# List the scenarios and a command to try for each\n<%= config.bin %> demo',
    '# Run any command on a scenario\n<%= config.bin %> contexts --demo healthy',
  ]
  static override formats = LIST_FORMATS
  static override baseFlags = { ...BaseCommand.baseFlags, output: outputFlag(LIST_FORMATS) }

  async run(): Promise<number> {
    const { flags } = await this.parse(Demo)
    return this.answer({ flags, root: this.config.root }, () => import('../../lib/topics/demo/list.ts'))
  }
}
