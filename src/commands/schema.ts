// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { outputFlag } from '../lib/cli/flags/output-flags.ts'
import { BaseCommand } from '../lib/cli/oclif/base-command.ts'
import { LIST_FORMATS } from '../lib/render/formats.ts'

export default class Schema extends BaseCommand {
  static override summary = 'the JSON Schema of what -o json prints; without REPORT the reports there are'
  static override examples = ['<%= config.bin %> schema', '<%= config.bin %> schema Status > status.schema.json']
  static override formats = LIST_FORMATS
  static override baseFlags = { ...BaseCommand.baseFlags, output: outputFlag(LIST_FORMATS) }
  static override args = { report: Args.string({ description: 'kind of a report' }) }

  async run(): Promise<number> {
    const parsed = await this.parse(Schema)
    const { report } = parsed.args
    if (report === undefined) return this.answer(parsed, () => import('../lib/topics/schema/list.ts'))
    return this.answer({ ...parsed, args: { report } }, () => import('../lib/topics/schema/show.ts'))
  }
}
