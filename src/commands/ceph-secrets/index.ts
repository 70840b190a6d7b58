// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { outputFlag } from '../../lib/cli/flags/output-flags.ts'
import { readFlags } from '../../lib/cli/flags/read-flags.ts'
import { watchFlags } from '../../lib/cli/flags/watch-flags.ts'
import { FleetCommand } from '../../lib/cli/oclif/fleet-command.ts'
import { LIST_FORMATS } from '../../lib/render/formats.ts'

export default class CephSecrets extends FleetCommand {
  static override summary =
    'where the key of each Ceph client is, who keeps the copies in sync, and whether they are equal'
  static override description = 'Keys are compared by fingerprints that mean nothing outside of one run; none is shown.'
  static override examples = [
    '<%= config.bin %> ceph-secrets',
    '<%= config.bin %> ceph-secrets --demo ceph-key-stale',
    '<%= config.bin %> ceph-secrets openstack-customer-a-prod-x7k2p -o json',
  ]
  static override formats = LIST_FORMATS
  static override strict = false
  static override args = {
    client: Args.string({ description: 'CephClient: NAME, NAMESPACE/NAME, NAME@CLUSTER; several may follow' }),
  }
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(LIST_FORMATS) }
  static override flags = { ...readFlags, ...watchFlags }

  async run(): Promise<number> {
    const parsed = await this.parse(CephSecrets)
    return this.observe(parsed, () => import('../../lib/topics/ceph-secrets/list.ts'))
  }
}
