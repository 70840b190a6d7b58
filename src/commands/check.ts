// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { FleetCommand } from '../lib/cli/fleet-command.ts'
import { io } from '../lib/cli/io.ts'
import { outputFlag } from '../lib/cli/output.ts'
import { readFlags } from '../lib/cli/read-flags.ts'
import { watchFlags } from '../lib/cli/watch-flags.ts'
import { FINDING_SEVERITIES, type FindingSeverity } from '../lib/model/check.ts'
import { FINDING_FORMATS } from '../lib/render/formats.ts'

export default class Check extends FleetCommand {
  static override summary = 'every known failure mode: causes first, with evidence and what to type next'
  static override examples = [
    '<%= config.bin %> check',
    '<%= config.bin %> check storage secrets --only-problems',
    '<%= config.bin %> check database-not-ready --demo database-down',
    '<%= config.bin %> check --baseline last-week.json -o sarif > c5c3.sarif',
  ]
  static override formats = FINDING_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(FINDING_FORMATS) }
  static override strict = false
  static override args = {
    check: Args.string({ description: 'ids, categories or failure modes (F52); all when left out' }),
  }
  static override flags = {
    ...readFlags,
    ...watchFlags,
    list: Flags.boolean({ summary: 'list the checks instead of running them' }),
    'fail-on': Flags.option({
      options: FINDING_SEVERITIES,
      default: 'warning',
      summary: 'exit 1 for findings of this severity or worse',
    })(),
    suppress: Flags.string({
      multiple: true,
      helpValue: 'ID[=KIND/NAME]',
      summary: 'show, but do not count; may be given often',
    }),
    'suppress-file': Flags.string({
      helpValue: 'FILE',
      summary: 'a YAML list of { check, object, until, reason } to do so until a day',
    }),
    baseline: Flags.string({ helpValue: 'FILE', summary: 'count only what this earlier check -o json has not' }),
    'only-problems': Flags.boolean({ summary: 'leave out what is well' }),
  }

  async run(): Promise<number> {
    const { argv, flags } = await this.parse(Check)
    const { chosenChecks } = await import('../lib/cli/chosen-checks.ts')
    const checks = chosenChecks(argv as string[])
    if (flags.list) {
      const { checksForms, checksReport } = await import('../lib/reports/checks.ts')
      const forms = checksForms(checks)
      const page = async (all: ReturnType<typeof checksReport>) => {
        const { checksPage } = await import('../lib/reports/check-page.ts')
        return checksPage(all, forms.view(all), io().now())
      }
      return this.finish(checksReport(checks), { ...forms, page }, flags)
    }
    const { suppressionsFrom } = await import('../lib/cli/suppressions.ts')
    const { readBaseline } = await import('../lib/cli/baseline.ts')
    const { cwd } = io()
    const suppressions = await suppressionsFrom(flags.suppress ?? [], flags['suppress-file'], cwd)
    const baseline = flags.baseline === undefined ? {} : { baseline: await readBaseline(flags.baseline, cwd) }
    const failOn = flags['fail-on'] as FindingSeverity
    const { demandedKinds, inputKinds, inspect, inspectAll } = await import('../lib/cli/inspect.ts')
    const only = argv.length > 0 ? inputKinds(checks) : undefined
    return this.withObservation(
      flags,
      async (seen) => {
        const { checkReport } = await import('../lib/reports/check.ts')
        const { checkForms } = await import('../lib/reports/check-forms.ts')
        const allowIncomplete = flags['allow-incomplete']
        const { results, causes } = only ? inspect(seen, checks) : inspectAll(seen, checks)
        const report = checkReport({ ...seen, results, causes, allowIncomplete, failOn, suppressions, ...baseline })
        const onlyProblems = flags['only-problems'] ?? false
        const forms = checkForms(checks, seen.snapshot.takenAt, onlyProblems)
        const page = async (found: typeof report) => {
          const { checkPage } = await import('../lib/reports/check-page.ts')
          return checkPage(found, forms.view(found), seen, causes)
        }
        return this.finish(report, { ...forms, page }, flags)
      },
      demandedKinds(checks),
      only,
    )
  }
}
