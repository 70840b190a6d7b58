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
  static override summary = 'all of it in one file for a browser: status, findings, pools, hypervisors, graph, timeline'
  static override description =
    'The page needs nothing but a browser: no network, no other file. It holds what status, check, pools, hypervisors, events and changes print, and no secret.'
  static override examples = [
    '<%= config.bin %> report > landscape.html',
    '<%= config.bin %> report --out landscape.html',
    '<%= config.bin %> report --demo database-down --out landscape.html',
  ]
  static override formats = REPORT_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(REPORT_FORMATS) }
  static override flags = {
    ...readFlags,
    out: Flags.string({
      helpValue: 'FILE',
      summary: 'write it there, for nobody else to read, instead of printing it',
    }),
  }

  async run(): Promise<number> {
    const parsed = await this.parse(Report)
    const { flags } = parsed
    if (flags.out === undefined && (await this.formatOf(flags)) === 'html' && io().stdout.isTTY)
      throw new C5c3Error('USAGE', 'usage', 'a page is not for a terminal', [
        'kubectl c5c3 report --out landscape.html',
        'kubectl c5c3 report > landscape.html',
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
