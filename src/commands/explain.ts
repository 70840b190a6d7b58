// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { BaseCommand } from '../lib/cli/oclif/base-command.ts'

export default class Explain extends BaseCommand {
  static override summary =
    'what a check, a failure mode, a kind or a reason means, how to see it by hand, how to fix it'
  static override examples = [
    '<%= config.bin %> explain database-not-ready',
    '<%= config.bin %> explain F52',
    '<%= config.bin %> explain CephClient',
    '<%= config.bin %> explain Stale',
    '<%= config.bin %> explain states',
  ]
  static override args = {
    word: Args.string({ description: 'id of a check, failure mode, KIND or REASON, or states', required: true }),
  }

  async run(): Promise<number> {
    const parsed = await this.parse(Explain)
    return this.answer(parsed, () => import('../lib/topics/explain/answer.ts'))
  }
}
