// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { expiringFlag, refuseOthers } from '../lib/cli/flags/expiring-flag.ts'
import { outputFlag } from '../lib/cli/flags/output-flags.ts'
import { readFlags } from '../lib/cli/flags/read-flags.ts'
import { watchFlags } from '../lib/cli/flags/watch-flags.ts'
import { FleetCommand } from '../lib/cli/oclif/fleet-command.ts'
import { type Format, LIST_FORMATS } from '../lib/render/formats.ts'

const FORMATS: readonly Format[] = [...LIST_FORMATS, 'dot', 'mermaid']

export default class Credentials extends FleetCommand {
  static override summary = 'Trace each credential from K-ORC through OpenBao to its consumer'
  static override description =
    'Values are compared by fingerprints that are only valid within one run. No value is printed.'
  static override aliases = ['cred']
  static override examples = [
    '# Show all credential chains, broken ones first\n<%= config.bin %> credentials',
    '# Show one chain\n<%= config.bin %> credentials glance-app-credential',
    '# Show what expires within two weeks\n<%= config.bin %> credentials --expiring 14d',
  ]
  static override formats = FORMATS
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(FORMATS) }
  static override args = { name: Args.string({ description: 'one credential chain, by the name of any object in it' }) }
  static override flags = {
    ...readFlags,
    ...watchFlags,
    expiring: expiringFlag(),
  }

  async run(): Promise<number> {
    const parsed = await this.parse(Credentials)
    const { expiring: within } = parsed.flags
    if (within === undefined) return this.observe(parsed, () => import('../lib/topics/credentials/chains.ts'))
    refuseOthers({ name: parsed.args.name, format: await this.formatOf(parsed.flags) })
    return this.observe({ ...parsed, within }, () => import('../lib/topics/credentials/expiring.ts'))
  }
}
