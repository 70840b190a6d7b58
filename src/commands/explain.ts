// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { BaseCommand } from '../lib/cli/oclif/base-command.ts'

export default class Explain extends BaseCommand {
  static override summary = 'Explain a check, failure mode, kind or reason, and how to fix it'
  static override examples = [
    '# Explain a check\n<%= config.bin %> explain database-not-ready',
    '# Explain a failure mode\n<%= config.bin %> explain F52',
    '# Explain a kind\n<%= config.bin %> explain CephClient',
    '# Explain a condition reason\n<%= config.bin %> explain Stale',
    '# Explain the states and symbols\n<%= config.bin %> explain states',
  ]
  static override args = {
    word: Args.string({ description: 'check ID, failure mode, KIND, REASON, or the word states', required: true }),
  }

  async run(): Promise<number> {
    const parsed = await this.parse(Explain)
    return this.answer(parsed, () => import('../lib/topics/explain/answer.ts'))
  }
}
