// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { outputFlag } from '../../lib/cli/flags/output-flags.ts'
import { readFlags } from '../../lib/cli/flags/read-flags.ts'
import { watchFlags } from '../../lib/cli/flags/watch-flags.ts'
import { FleetCommand } from '../../lib/cli/oclif/fleet-command.ts'
import { LIST_FORMATS } from '../../lib/render/formats.ts'

export default class CephSecrets extends FleetCommand {
  static override summary = 'Show Ceph client keys: where they are copied and whether they match'
  static override description =
    'Keys are compared by fingerprints that are only valid within one run. No key is printed.'
  static override aliases = ['cs']
  static override examples = [
    '# Show the keys of all Ceph clients\n<%= config.bin %> ceph-secrets',
    '# Try it on a demo in which one key is out of date\n<%= config.bin %> ceph-secrets --demo ceph-key-stale',
    '# Print one client as JSON\n<%= config.bin %> ceph-secrets openstack-customer-a-prod-x7k2p -o json',
  ]
  static override formats = LIST_FORMATS
  static override strict = false
  static override args = {
    client: Args.string({ description: 'CephClient (repeatable): NAME, NAMESPACE/NAME or NAME@CLUSTER' }),
  }
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(LIST_FORMATS) }
  static override flags = { ...readFlags, ...watchFlags }

  async run(): Promise<number> {
    const parsed = await this.parse(CephSecrets)
    return this.observe(parsed, () => import('../../lib/topics/ceph-secrets/list.ts'))
  }
}
