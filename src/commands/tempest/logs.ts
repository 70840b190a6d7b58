// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { FleetCommand } from '../../lib/cli/fleet-command.ts'
import { Interrupted } from '../../lib/cli/interrupted.ts'
import { io } from '../../lib/cli/io.ts'
import { checkLogFlags, logFlags } from '../../lib/cli/log-flags.ts'
import { outputFlag, wantsColor } from '../../lib/cli/output.ts'
import { readFlags } from '../../lib/cli/read-flags.ts'
import { LOG_FORMATS } from '../../lib/render/formats.ts'

const ENDLESS = 2 ** 31 - 1

export default class TempestLogs extends FleetCommand {
  static override summary = 'what a run of Tempest printed, the last one unless another is named'
  static override examples = [
    '<%= config.bin %> tempest logs customer-a-prod --grep FAILED',
    '<%= config.bin %> tempest logs --run openstack/tempest-run-x7k2p -f',
  ]
  static override formats = LOG_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(LOG_FORMATS) }
  static override args = {
    name: Args.string({
      description: 'of a Tempest object, its namespace, or an OpenStack cluster; may be left out when there is one',
    }),
  }
  static override flags = {
    run: Flags.string({ summary: 'this run', helpValue: '[NAMESPACE/]JOB[@CLUSTER]' }),
    ...logFlags,
    ...readFlags,
  }

  async run(): Promise<number> {
    const { args, flags } = await this.parse(TempestLogs)
    const format = await this.formatOf(flags)
    checkLogFlags(flags, format)
    const world = io()
    return this.withFleet(
      flags,
      async (landscape) => {
        const { tempestLogTarget } = await import('../../lib/cli/tempest-log-target.ts')
        const { printLogs } = await import('../../lib/cli/log-command.ts')
        const { logsForms } = await import('../../lib/reports/logs.ts')
        const asked = { ...(args.name ? { name: args.name } : {}), ...(flags.run ? { run: flags.run } : {}) }
        const target = await landscape.progress.during('all clusters', tempestLogTarget(landscape, asked, flags))
        const color = wantsColor(flags.color, world.stdout.isTTY, world.env)
        const { report, notes, streamed } = await printLogs({ target, flags, format, color, signal: landscape.signal })
        // Ctrl-C is how following ends
        if (world.signal.reason instanceof Interrupted) return world.signal.reason.exitCode
        return this.finish(report, logsForms(notes, streamed), flags)
      },
      flags.follow ? { timeout: ENDLESS, controllers: true } : {},
    )
  }
}
