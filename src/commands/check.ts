// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { outputFlag } from '../lib/cli/flags/output-flags.ts'
import { readFlags } from '../lib/cli/flags/read-flags.ts'
import { watchFlags } from '../lib/cli/flags/watch-flags.ts'
import { FleetCommand } from '../lib/cli/oclif/fleet-command.ts'
import { io } from '../lib/io/io.ts'
import { FINDING_SEVERITIES } from '../lib/model/check/check.ts'
import { FINDING_FORMATS } from '../lib/render/formats.ts'

export default class Check extends FleetCommand {
  static override summary = 'Run all health checks and report root causes with evidence'
  static override examples = [
    '# Run all checks\n<%= config.bin %> check',
    '# Run two categories and hide checks that passed\n<%= config.bin %> check storage secrets --only-problems',
    '# Run one check on a demo\n<%= config.bin %> check database-not-ready --demo database-down',
    '# Report only what is new since last week, as SARIF\n<%= config.bin %> check --baseline last-week.json -o sarif > c5c3.sarif',
  ]
  static override formats = FINDING_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(FINDING_FORMATS) }
  static override strict = false
  static override args = {
    check: Args.string({ description: 'check ID, category or failure mode such as F52 (default: all; repeatable)' }),
  }
  static override flags = {
    ...readFlags,
    ...watchFlags,
    list: Flags.boolean({ summary: 'list the checks without running them' }),
    'fail-on': Flags.option({
      options: FINDING_SEVERITIES,
      default: 'warning',
      summary: 'exit 1 for findings of this severity or higher',
    })(),
    suppress: Flags.string({
      multiple: true,
      multipleNonGreedy: true,
      helpValue: 'ID[=KIND/NAME]',
      summary: 'report but do not fail on this check (repeatable)',
    }),
    'suppress-file': Flags.string({
      helpValue: 'FILE',
      summary: 'YAML file of time-limited suppressions: a list of { check, object, until, reason }',
    }),
    baseline: Flags.string({ helpValue: 'FILE', summary: 'only report findings not in this earlier `check -o json`' }),
    'only-problems': Flags.boolean({ summary: 'show only unhealthy objects' }),
  }

  async run(): Promise<number> {
    const parsed = await this.parse(Check)
    const { chosenChecks } = await import('../lib/topics/check/select-checks.ts')
    const input = { ...parsed, checks: chosenChecks(parsed.argv.map(String)) }
    if (parsed.flags.list) return this.answer(input, () => import('../lib/topics/check/list.ts'))
    const { acceptedFindings } = await import('../lib/topics/check/accepted-findings.ts')
    const accepted = await acceptedFindings(parsed.flags, io().cwd)
    return this.observe({ ...input, accepted }, () => import('../lib/topics/check/answer.ts'))
  }
}
