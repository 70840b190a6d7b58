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
    const parsed = await this.parse(Check)
    const { chosenChecks } = await import('../lib/topics/check/select-checks.ts')
    const input = { ...parsed, checks: chosenChecks(parsed.argv.map(String)) }
    if (parsed.flags.list) return this.answer(input, () => import('../lib/topics/check/list.ts'))
    const { acceptedFindings } = await import('../lib/topics/check/accepted-findings.ts')
    const accepted = await acceptedFindings(parsed.flags, io().cwd)
    return this.observe({ ...input, accepted }, () => import('../lib/topics/check/answer.ts'))
  }
}
