// SPDX-License-Identifier: Apache-2.0
import { BaseCommand } from '../../lib/cli/base-command.ts'
import { outputFlag } from '../../lib/cli/output.ts'
import { LIST_FORMATS } from '../../lib/render/formats.ts'
import { demoNames, demoReport, demoView } from '../../lib/reports/demo.ts'

export default class Demo extends BaseCommand {
  static override summary = 'a tour of the embedded landscapes: what each teaches and what to type'
  static override examples = ['<%= config.bin %> demo', '<%= config.bin %> contexts --demo healthy']
  static override formats = LIST_FORMATS
  static override baseFlags = { ...BaseCommand.baseFlags, output: outputFlag(LIST_FORMATS) }

  async run(): Promise<number> {
    const { flags } = await this.parse(Demo)
    const { scenarios } = await import('../../lib/cli/scenarios.ts')
    return this.finish(
      demoReport(await scenarios(this.config.root)),
      { view: demoView, names: demoNames, rows: { field: 'scenarios' } },
      flags,
    )
  }
}
