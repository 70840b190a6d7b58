// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { BaseCommand } from '../lib/cli/base-command.ts'
import { io } from '../lib/cli/io.ts'
import { outputFlag } from '../lib/cli/output.ts'
import { EXIT } from '../lib/model/errors.ts'
import { chooseFormat, LIST_FORMATS } from '../lib/render/formats.ts'

export default class Schema extends BaseCommand {
  static override summary = 'the JSON Schema of what -o json prints; without REPORT the reports there are'
  static override examples = ['<%= config.bin %> schema', '<%= config.bin %> schema Status > status.schema.json']
  static override formats = LIST_FORMATS
  static override baseFlags = { ...BaseCommand.baseFlags, output: outputFlag(LIST_FORMATS) }
  static override args = { report: Args.string({ description: 'kind of a report' }) }

  async run(): Promise<number> {
    const { args, flags } = await this.parse(Schema)
    const { schemaOf, schemaRows } = await import('../lib/reports/schema/index.ts')
    if (args.report === undefined) {
      const { schemasNames, schemasReport, schemasView } = await import('../lib/reports/schemas.ts')
      const show = { view: schemasView, names: schemasNames, rows: { field: 'schemas' } } as const
      return this.finish(schemasReport(schemaRows()), show, flags)
    }
    const schema = schemaOf(args.report)
    const { format } = chooseFormat(flags.output, ['json', 'yaml'])
    const { toJson, toYaml } = await import('../lib/render/data.ts')
    await io().stdout.write(format === 'yaml' ? await toYaml(schema) : toJson(schema))
    return EXIT.ok
  }
}
