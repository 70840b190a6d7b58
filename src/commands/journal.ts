// SPDX-License-Identifier: Apache-2.0
import * as Flags from '@oclif/core/flags'
import { outputFlag } from '../lib/cli/flags/output-flags.ts'
import { BaseCommand } from '../lib/cli/oclif/base-command.ts'
import { LIST_FORMATS } from '../lib/render/formats.ts'

export default class Journal extends BaseCommand {
  static override summary = 'Show the changes made with this tool from this machine'
  static override examples = [
    '# Show all changes\n<%= config.bin %> journal',
    '# Show the last five with all columns\n<%= config.bin %> journal --last 5 -o wide',
  ]
  static override formats = LIST_FORMATS
  static override baseFlags = { ...BaseCommand.baseFlags, output: outputFlag(LIST_FORMATS) }
  static override flags = {
    last: Flags.integer({ summary: 'show only the last N entries', min: 1, helpValue: 'COUNT' }),
  }

  async run(): Promise<number> {
    const parsed = await this.parse(Journal)
    return this.answer(parsed, () => import('../lib/topics/journal/answer.ts'))
  }
}
