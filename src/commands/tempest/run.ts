// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { outputFlag } from '../../lib/cli/flags/output-flags.ts'
import { WriteCommand } from '../../lib/cli/oclif/write-command.ts'
import { C5c3Error } from '../../lib/model/report/errors.ts'
import { TEST_FORMATS } from '../../lib/render/formats.ts'

const ONE_DAY = 24 * 60 * 60_000

export default class TempestRun extends WriteCommand {
  static override summary = 'Run Tempest now from its CronJob'
  static override description =
    '--tests and --smoke need an image that supports selecting tests: a container that runs "tempest run" itself, or a template with the variable TEMPEST_REGEX or TEMPEST_INCLUDE_REGEX. Ctrl-C does not stop the run and prints how to get back to it.'
  static override examples = [
    '# Run all tests and follow the output\n<%= config.bin %> tempest run customer-a-prod --follow',
    "# Run selected tests and write JUnit XML\n<%= config.bin %> tempest run customer-a-prod --tests 'tempest.api.identity' --yes --follow -o junit > tempest.xml",
    '# Try it on a demo\n<%= config.bin %> tempest run --demo healthy customer-a-prod --smoke --yes --follow',
  ]
  static override formats = TEST_FORMATS
  static override args = {
    name: Args.string({
      description: 'Tempest object, its namespace, or OpenStack cluster (default: the only one)',
    }),
  }
  static override baseFlags = { ...WriteCommand.baseFlags, output: outputFlag(TEST_FORMATS) }
  static override flags = {
    follow: Flags.boolean({ char: 'f', summary: 'follow the log, wait for the run to finish and print its results' }),
    parallel: Flags.boolean({ summary: 'start even if another run is active' }),
    tests: Flags.string({ summary: 'only tests matching this regex', helpValue: 'REGEX', exclusive: ['smoke'] }),
    smoke: Flags.boolean({ summary: 'only the smoke tests' }),
  }

  protected override readonly limit = ONE_DAY

  async run(): Promise<number> {
    const { args, flags } = await this.parse(TempestRun)
    const format = await this.formatOf(flags)
    if (!flags.follow && (format === 'junit' || format === 'markdown'))
      throw new C5c3Error('USAGE', 'usage', `-o ${format} is for results: add --follow`)
    const { newRun, tempestRunPlanner } = await import('../../lib/topics/tempest/run-planner.ts')
    const chosen = flags.tests === undefined ? (flags.smoke ? { tests: {} } : {}) : { tests: { regex: flags.tests } }
    const name = args.name ? { name: args.name } : {}
    const inputs = { ...name, run: newRun(), parallel: Boolean(flags.parallel), ...chosen }
    return this.write(flags, tempestRunPlanner(inputs), inputs)
  }

  /** Shows the results of a followed run instead of the write report. */
  protected override async showResult(...args: Parameters<WriteCommand['showResult']>): Promise<number> {
    const [prepared, flags, results] = args
    const { followedResults, hintAtRun } = await import('../../lib/topics/tempest/run.ts')
    const format = await this.formatOf(flags)
    const answer = await followedResults(prepared, { flags, format }, results)
    if (answer) return this.print(answer, flags)
    const exitCode = await super.showResult(...args)
    await hintAtRun(results, format)
    return exitCode
  }
}
