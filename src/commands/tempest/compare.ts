// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { FleetCommand } from '../../lib/cli/fleet-command.ts'
import { io } from '../../lib/cli/io.ts'
import { outputFlag } from '../../lib/cli/output.ts'
import { readFlags } from '../../lib/cli/read-flags.ts'
import { TEST_FORMATS } from '../../lib/render/formats.ts'

export default class TempestCompare extends FleetCommand {
  static override summary = 'two Tempest runs: newly failing, fixed, still failing, flaky'
  static override description =
    'A and B are Jobs (NAME or NAMESPACE/NAME) or files that Tempest wrote: console log, JUnit XML, subunit v2. Two files need no cluster.'
  static override examples = [
    '<%= config.bin %> tempest compare openstack/tempest-29913240 openstack/tempest-29914680',
    '<%= config.bin %> tempest compare last-week.xml ./tonight.log -o markdown',
  ]
  static override formats = TEST_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(TEST_FORMATS) }
  static override args = {
    a: Args.string({ description: 'the earlier run: a Job or a file', required: true }),
    b: Args.string({ description: 'the later run: a Job or a file', required: true }),
  }
  static override flags = { ...readFlags }

  async run(): Promise<number> {
    const { args, flags } = await this.parse(TempestCompare)
    const { isFile, sidesOf } = await import('../../lib/cli/tempest-sides.ts')
    const { tempestCompareReport } = await import('../../lib/reports/tempest-compare.ts')
    const { tempestCompareForms } = await import('../../lib/reports/tempest-compare-view.ts')
    const { cwd, now } = io()
    const allowIncomplete = flags['allow-incomplete']
    const names = [args.a, args.b] as const
    if (names.every(isFile)) {
      const report = tempestCompareReport({
        ...(await sidesOf(names, cwd, undefined)),
        clusters: [],
        gaps: [],
        allowIncomplete,
      })
      return this.finish(report, tempestCompareForms(now()), flags)
    }
    return this.withFleet(flags, async (landscape) => {
      const { readTempest } = await import('../../lib/cli/tempest.ts')
      const { suiteOfRun } = await import('../../lib/reports/tempest-suites.ts')
      const runs = (suite: Parameters<typeof suiteOfRun>[0]) =>
        names.some((name) => suiteOfRun(suite, name)) ? suite.jobs : []
      const input = await readTempest(landscape, { flags, runs })
      const { snapshot, logs } = input
      const report = tempestCompareReport({
        ...(await sidesOf(names, cwd, input)),
        clusters: snapshot.clusters.map(({ label }) => label),
        gaps: [...snapshot.gaps, ...[...logs.values()].flatMap(({ gap }) => gap ?? [])],
        allowIncomplete,
      })
      return this.finish(report, tempestCompareForms(landscape.now), flags)
    })
  }
}
