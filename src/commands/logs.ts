// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { FleetCommand } from '../lib/cli/fleet-command.ts'
import { Interrupted } from '../lib/cli/interrupted.ts'
import { io } from '../lib/cli/io.ts'
import { checkLogFlags, logFlags } from '../lib/cli/log-flags.ts'
import { outputFlag, wantsColor } from '../lib/cli/output.ts'
import { readFlags, scopeOf } from '../lib/cli/read-flags.ts'
import { LOG_FORMATS } from '../lib/render/formats.ts'

/** As long as a timer can be: whoever follows ends it. */
const ENDLESS = 2 ** 31 - 1

export default class Logs extends FleetCommand {
  static override summary =
    'what the Pods behind an object print, over clusters by time; or its operator, or the agents on a node'
  static override examples = [
    '<%= config.bin %> logs Keystone/keystone@eu-de-1 --since 10m --grep ERROR',
    '<%= config.bin %> logs Glance/glance --operator -f',
    '<%= config.bin %> logs Node/hv-a-017 --tail 20',
    '<%= config.bin %> logs Job/keystone-db-sync -o jsonl',
  ]
  static override formats = LOG_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(LOG_FORMATS) }
  static override args = {
    object: Args.string({ description: 'KIND/NAME[@CLUSTER], or NAME of a claim', required: true }),
  }
  static override flags = {
    ...logFlags,
    operator: Flags.boolean({ summary: 'of the operator that looks after the object' }),
    ...readFlags,
  }

  async run(): Promise<number> {
    const { args, flags } = await this.parse(Logs)
    const format = await this.formatOf(flags)
    checkLogFlags(flags, format)
    const world = io()
    // in a demo somebody must go on talking
    const endless = flags.follow ? { timeout: ENDLESS, controllers: true } : {}
    return this.withFleet(
      flags,
      async ({ fleet, signal, progress, now }) => {
        const { logTarget } = await import('../lib/cli/log-target.ts')
        const { printLogs } = await import('../lib/cli/log-command.ts')
        const { logsForms } = await import('../lib/reports/logs.ts')
        const namespace = flags.namespace ? { namespace: flags.namespace } : {}
        const options = { now, acceptCached: flags['accept-cached'], signal, scope: scopeOf(flags), ...namespace }
        const target = await progress.during('all clusters', logTarget(fleet, args.object, flags.operator, options))
        const color = wantsColor(flags.color, world.stdout.isTTY, world.env)
        const { report, notes, streamed } = await printLogs({ target, flags, format, color, signal })
        // Ctrl-C is how following ends
        if (world.signal.reason instanceof Interrupted) return world.signal.reason.exitCode
        return this.finish(report, logsForms(notes, streamed), flags)
      },
      endless,
    )
  }
}
