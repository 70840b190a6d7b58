// SPDX-License-Identifier: Apache-2.0
import * as Flags from '@oclif/core/flags'
import { outputFlag } from '../lib/cli/flags/output-flags.ts'
import { BaseCommand } from '../lib/cli/oclif/base-command.ts'
import { LIST_FORMATS } from '../lib/render/formats.ts'

export default class Journal extends BaseCommand {
  static override summary = 'what this tool has written from here: who, when, what, and how it went'
  static override examples = ['<%= config.bin %> journal', '<%= config.bin %> journal --last 5 -o wide']
  static override formats = LIST_FORMATS
  static override baseFlags = { ...BaseCommand.baseFlags, output: outputFlag(LIST_FORMATS) }
  static override flags = { last: Flags.integer({ summary: 'only so many of the newest', min: 1, helpValue: 'COUNT' }) }

  async run(): Promise<number> {
    const parsed = await this.parse(Journal)
    return this.answer(parsed, () => import('../lib/topics/journal/answer.ts'))
  }
}
