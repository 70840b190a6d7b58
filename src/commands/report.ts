// SPDX-License-Identifier: Apache-2.0
import * as Flags from '@oclif/core/flags'
import { type OutputFlags, outputFlag } from '../lib/cli/flags/output-flags.ts'
import { readFlags } from '../lib/cli/flags/read-flags.ts'
import { FleetCommand } from '../lib/cli/oclif/fleet-command.ts'
import { io } from '../lib/io/io.ts'
import { C5c3Error } from '../lib/model/report/errors.ts'
import type { Answer } from '../lib/model/report/presentation.ts'
import type { Report as Document } from '../lib/model/report/report.ts'
import { REPORT_FORMATS } from '../lib/render/formats.ts'

export default class Report extends FleetCommand {
  static override summary = 'Write a self-contained HTML report'
  static override description =
    'The page needs only a browser: no network and no other file. It contains what status, check, pools, hypervisors, events and changes print, and no secrets.'
  static override examples = [
    '# Write the report to stdout\n<%= config.bin %> report > fleet.html',
    '# Write the report to a file that only you can read\n<%= config.bin %> report --out fleet.html',
    '# Try it on a demo\n<%= config.bin %> report --demo database-down --out fleet.html',
  ]
  static override formats = REPORT_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(REPORT_FORMATS) }
  static override flags = {
    ...readFlags,
    out: Flags.string({
      helpValue: 'FILE',
      summary: 'write to this file (mode 0600)',
    }),
  }

  async run(): Promise<number> {
    const parsed = await this.parse(Report)
    const { flags } = parsed
    if (flags.out === undefined && (await this.formatOf(flags)) === 'html' && io().stdout.isTTY)
      throw new C5c3Error('USAGE', 'usage', 'refusing to print HTML to a terminal', [
        'kubectl c5c3 report --out fleet.html',
        'kubectl c5c3 report > fleet.html',
      ])
    return this.observe(parsed, () => import('../lib/topics/report/answer.ts'))
  }

  protected override async print<R extends Document>(
    answer: Answer<R>,
    flags: OutputFlags & { readonly out?: string | undefined },
  ): Promise<number> {
    if (flags.out === undefined) return super.print(answer, flags)
    const { writeReport } = await import('../lib/topics/report/write-file.ts')
    return writeReport(flags.out, answer.report, await this.draw(answer, flags))
  }
}
