// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { expiringFlag, refuseOthers } from '../lib/cli/expiring-flag.ts'
import { FleetCommand } from '../lib/cli/fleet-command.ts'
import type { Observation } from '../lib/cli/observe.ts'
import { outputFlag } from '../lib/cli/output.ts'
import { readFlags } from '../lib/cli/read-flags.ts'
import { watchFlags } from '../lib/cli/watch-flags.ts'
import { type Format, LIST_FORMATS } from '../lib/render/formats.ts'

const FORMATS: readonly Format[] = [...LIST_FORMATS, 'dot', 'mermaid']

export default class Credentials extends FleetCommand {
  static override summary =
    'the way of each credential from K-ORC over OpenBao to its user, with the hop where it breaks'
  static override description =
    'Values are compared by fingerprints that mean nothing outside of one run; none is shown.'
  static override examples = [
    '<%= config.bin %> credentials',
    '<%= config.bin %> credentials glance-app-credential',
    '<%= config.bin %> credentials --expiring 14d',
  ]
  static override formats = FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(FORMATS) }
  static override args = { name: Args.string({ description: 'one chain, by the name of any of its hops' }) }
  static override flags = {
    ...readFlags,
    ...watchFlags,
    expiring: expiringFlag(),
  }

  async run(): Promise<number> {
    const { args, flags } = await this.parse(Credentials)
    const { credentialKinds } = await import('../lib/cli/credential-kinds.ts')
    const { withTenants } = await import('../lib/cli/tenant-kinds.ts')
    const { expiring } = flags
    const asked = { name: args.name, format: await this.formatOf(flags), allowIncomplete: flags['allow-incomplete'] }
    if (expiring !== undefined) refuseOthers(asked)
    const kinds = withTenants(credentialKinds(expiring !== undefined), flags)
    const use = async (seen: Observation) => {
      const { chainsForms, chainsReport, endsForms, endsReport } = await import('../lib/cli/credential-views.ts')
      if (expiring !== undefined) return this.finish(endsReport(seen, expiring, asked), endsForms, flags)
      return this.finish(chainsReport(seen, asked), chainsForms(asked), flags)
    }
    return this.withObservation(flags, use, [], kinds)
  }
}
