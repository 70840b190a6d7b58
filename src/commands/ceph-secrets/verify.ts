// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { outputFlag } from '../../lib/cli/flags/output-flags.ts'
import { readFlags } from '../../lib/cli/flags/read-flags.ts'
import { FleetCommand } from '../../lib/cli/oclif/fleet-command.ts'
import { LIST_FORMATS } from '../../lib/render/formats.ts'

export default class CephSecretsVerify extends FleetCommand {
  static override summary = 'Verify that Ceph keys, capabilities and monitors match on both sides'
  static override aliases = ['cs:verify']
  static override examples = [
    '# Verify all clients, exit 1 if anything differs\n<%= config.bin %> ceph-secrets verify',
    '# Verify one client and print the result as JSON\n<%= config.bin %> ceph-secrets verify openstack-customer-a-prod-x7k2p -o json',
  ]
  static override formats = LIST_FORMATS
  static override strict = false
  static override args = {
    client: Args.string({ description: 'CephClient (repeatable): NAME, NAMESPACE/NAME or NAME@CLUSTER' }),
  }
  static override baseFlags = { ...FleetCommand.baseFlags, output: outputFlag(LIST_FORMATS) }
  static override flags = { ...readFlags }

  async run(): Promise<number> {
    const parsed = await this.parse(CephSecretsVerify)
    return this.observe(parsed, () => import('../../lib/topics/ceph-secrets/verify.ts'))
  }
}
