// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { durationFlag } from '../lib/cli/duration-flag.ts'
import { FleetCommand } from '../lib/cli/fleet-command.ts'
import { outputFlag } from '../lib/cli/output.ts'
import { readFlags, refuseSelector, scopeOf, selectFlags } from '../lib/cli/read-flags.ts'
import { LIST_FORMATS } from '../lib/render/formats.ts'

const HOUR = 3_600_000

export default class Changes extends FleetCommand {
  static override summary =
    'what changed lately over all clusters, by time: conditions, specs, revisions, rollouts, restarts'
  static override examples = [
    '<%= config.bin %> changes',
    '<%= config.bin %> changes customer-a-prod --since 30m',
    '<%= config.bin %> changes Keystone/keystone@eu-de-1 --since 2h',
  ]
  static override formats = LIST_FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(LIST_FORMATS) }
  static override args = { object: Args.string({ description: 'NAME of a claim, or KIND/NAME[@CLUSTER]' }) }
  static override flags = {
    since: durationFlag({ summary: 'how far back to look (default 1h)' }),
    ...readFlags,
    ...selectFlags,
  }

  async run(): Promise<number> {
    const { args, flags } = await this.parse(Changes)
    refuseSelector(args.object, flags)
    return this.withFleet(flags, async ({ fleet, signal, progress, now }) => {
      const { readChanges } = await import('../lib/cli/read-changes.ts')
      const { changesReport } = await import('../lib/reports/changes.ts')
      const { changesForms } = await import('../lib/reports/changes-view.ts')
      const scope = scopeOf(flags)
      const namespace = flags.namespace ? { namespace: flags.namespace } : {}
      const options = { now, acceptCached: flags['accept-cached'], signal, scope, ...namespace }
      const read = await progress.during('all clusters', readChanges(fleet, args.object, options))
      const allowIncomplete = flags['allow-incomplete']
      const report = changesReport({ ...read, since: flags.since ?? HOUR, scope, allowIncomplete })
      return this.finish(report, changesForms, flags)
    })
  }
}
