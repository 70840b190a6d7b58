// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { outputFlag } from '../lib/cli/flags/output-flags.ts'
import { BaseCommand } from '../lib/cli/oclif/base-command.ts'
import { LIST_FORMATS } from '../lib/render/formats.ts'

export default class Schema extends BaseCommand {
  static override summary = 'Print the JSON Schema of a report (default: list the reports)'
  static override examples = [
    '# List the reports\n<%= config.bin %> schema',
    '# Print the schema of one report\n<%= config.bin %> schema Status > status.schema.json',
  ]
  static override formats = LIST_FORMATS
  static override baseFlags = { ...BaseCommand.baseFlags, output: outputFlag(LIST_FORMATS) }
  static override args = { report: Args.string({ description: 'kind of the report, such as Status' }) }

  async run(): Promise<number> {
    const parsed = await this.parse(Schema)
    const { report } = parsed.args
    if (report === undefined) return this.answer(parsed, () => import('../lib/topics/schema/list.ts'))
    return this.answer({ ...parsed, args: { report } }, () => import('../lib/topics/schema/show.ts'))
  }
}
