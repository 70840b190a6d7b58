// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { cephSyncFlags, cephSyncInputs } from '../../lib/cli/flags/ceph-sync-flags.ts'
import { outputFlag } from '../../lib/cli/flags/output-flags.ts'
import { WriteCommand } from '../../lib/cli/oclif/write-command.ts'
import { C5c3Error } from '../../lib/model/report/errors.ts'
import { LIST_FORMATS } from '../../lib/render/formats.ts'

export default class CephSecretsSync extends WriteCommand {
  static override summary = 'Sync Ceph client keys to the control planes that use them'
  static override description =
    'Where an ExternalSecret manages the copy, a sync is triggered and the result is verified. The copy itself is not overwritten.'
  static override aliases = ['cs:sync']
  static override examples = [
    '# Show what would be synced, and let the API servers validate it\n<%= config.bin %> ceph-secrets sync openstack-customer-a-prod-x7k2p --dry-run=server',
    '# Sync all clients of one OpenStack cluster without a prompt\n<%= config.bin %> ceph-secrets sync --claim customer-a-prod --yes',
    '# Try it on a demo\n<%= config.bin %> ceph-secrets sync --all --demo ceph-key-stale --yes',
    '# List copies that no client uses any more\n<%= config.bin %> ceph-secrets sync --list-orphans',
  ]
  static override formats = LIST_FORMATS
  static override strict = false
  static override args = {
    client: Args.string({ description: 'CephClient (repeatable): NAME, NAMESPACE/NAME or NAME@CLUSTER' }),
  }
  static override baseFlags = { ...WriteCommand.baseFlags, output: outputFlag(LIST_FORMATS) }
  static override flags = cephSyncFlags

  async run(): Promise<number> {
    const parsed = await this.parse(CephSecretsSync)
    const { argv, flags } = parsed
    if (flags['list-orphans']) {
      if (argv.length > 0) throw new C5c3Error('USAGE', 'usage', '--list-orphans lists all copies and takes no clients')
      return this.answerFromFleet(parsed, () => import('../../lib/topics/ceph-secrets/orphans.ts'))
    }
    const inputs = cephSyncInputs(argv.map(String), flags)
    const { cephSyncPlanner } = await import('../../lib/topics/ceph-secrets/sync-planner.ts')
    return this.write(flags, cephSyncPlanner(inputs), inputs)
  }
}
