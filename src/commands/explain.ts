// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { BaseCommand } from '../lib/cli/base-command.ts'

export default class Explain extends BaseCommand {
  static override summary =
    'what a check, a failure mode, a kind or a reason means, how to see it by hand, how to fix it'
  static override examples = [
    '<%= config.bin %> explain database-not-ready',
    '<%= config.bin %> explain F52',
    '<%= config.bin %> explain CephClient',
    '<%= config.bin %> explain Stale',
  ]
  static override args = {
    word: Args.string({ description: 'id of a check, failure mode, KIND or REASON', required: true }),
  }

  async run(): Promise<number> {
    const { args, flags } = await this.parse(Explain)
    const { CHECKS } = await import('../lib/checks/index.ts')
    const { KINDS } = await import('../lib/kinds/index.ts')
    const { explainReport } = await import('../lib/reports/explain.ts')
    const { explainView } = await import('../lib/reports/explain-view.ts')
    const report = explainReport(args.word, CHECKS, KINDS)
    const names = () => report.checks.map(({ id }) => id)
    return this.finish(report, { view: explainView, names }, flags)
  }
}
