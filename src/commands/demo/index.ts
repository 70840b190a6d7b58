// SPDX-License-Identifier: Apache-2.0
import { BaseCommand } from '../../lib/cli/base-command.ts'
import { demoNames, demoReport, demoView } from '../../lib/reports/demo.ts'

export default class Demo extends BaseCommand {
  static override summary = 'a tour of the embedded landscapes: what each teaches and what to type'
  static override examples = ['<%= config.bin %> demo', '<%= config.bin %> contexts --demo healthy']

  async run(): Promise<number> {
    const { flags } = await this.parse(Demo)
    const { scenarios } = await import('../../lib/cli/scenarios.ts')
    return this.finish(demoReport(await scenarios(this.config.root)), { view: demoView, names: demoNames }, flags)
  }
}
