// SPDX-License-Identifier: Apache-2.0
import * as Flags from '@oclif/core/flags'
import { FleetCommand } from '../lib/cli/fleet-command.ts'
import { io } from '../lib/cli/io.ts'
import { outputFlag } from '../lib/cli/output.ts'
import { readFlags } from '../lib/cli/read-flags.ts'
import { C5c3Error } from '../lib/model/errors.ts'
import { REPORT_FORMATS } from '../lib/render/formats.ts'
import type { Drawn } from '../lib/render/index.ts'
import type { LandscapeReport } from '../lib/reports/landscape.ts'

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
    const { flags } = await this.parse(Report)
    if (flags.out === undefined && (await this.formatOf(flags)) === 'html' && io().stdout.isTTY)
      throw new C5c3Error('USAGE', 'usage', 'a page is not for a terminal', [
        'kubectl c5c3 report --out landscape.html',
        'kubectl c5c3 report > landscape.html',
      ])
    const { REPORT_KINDS } = await import('../lib/cli/report-kinds.ts')
    return this.withObservation(
      flags,
      async (seen, { fleet }) => {
        const { landscapeParts } = await import('../lib/cli/landscape-parts.ts')
        const { CHECKS } = await import('../lib/checks/index.ts')
        const { landscapeReport } = await import('../lib/reports/landscape.ts')
        const { landscapeForms } = await import('../lib/reports/landscape-forms.ts')
        const { parts, causes, assessment } = landscapeParts(seen, fleet, flags)
        const report = landscapeReport(seen.snapshot, parts)
        const forms = landscapeForms(assessment, CHECKS, causes)
        if (flags.out === undefined) return this.finish(report, forms, flags)
        return this.#write(this.draw(report, forms, flags), report, flags.out)
      },
      REPORT_KINDS,
    )
  }

  async #write(drawn: Promise<Drawn>, { verdict, exitCode }: LandscapeReport, out: string): Promise<number> {
    const { data, notes } = await drawn
    io().signal.throwIfAborted()
    const { writeReport } = await import('../lib/cli/report-file.ts')
    await writeReport(out, data)
    await io().stderr.write(`${notes}${out}: ${verdict}, ${Math.ceil(data.length / 1024)} KB, exit ${exitCode}\n`)
    return exitCode
  }
}
