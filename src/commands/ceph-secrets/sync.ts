// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import { cephSyncFlags, cephSyncInputs } from '../../lib/cli/flags/ceph-sync-flags.ts'
import { outputFlag } from '../../lib/cli/flags/output-flags.ts'
import { WriteCommand } from '../../lib/cli/oclif/write-command.ts'
import { C5c3Error } from '../../lib/model/report/errors.ts'
import { LIST_FORMATS } from '../../lib/render/formats.ts'

export default class CephSecretsSync extends WriteCommand {
  static override summary = 'copy the keys of Ceph clients from the storage clusters to where they are used'
  static override description =
    'Where External Secrets keeps the copy, it is asked to sync and the result is compared; nothing of it is written over.'
  static override examples = [
    '<%= config.bin %> ceph-secrets sync openstack-customer-a-prod-x7k2p --dry-run=server',
    '<%= config.bin %> ceph-secrets sync --claim customer-a-prod --yes',
    '<%= config.bin %> ceph-secrets sync --all --demo ceph-key-stale --yes',
    '<%= config.bin %> ceph-secrets sync --list-orphans',
  ]
  static override formats = LIST_FORMATS
  static override strict = false
  static override args = {
    client: Args.string({ description: 'CephClient: NAME, NAMESPACE/NAME, NAME@CLUSTER; several may follow' }),
  }
  static override baseFlags = { ...WriteCommand.baseFlags, output: outputFlag(LIST_FORMATS) }
  static override flags = cephSyncFlags

  async run(): Promise<number> {
    const parsed = await this.parse(CephSecretsSync)
    const { argv, flags } = parsed
    if (flags['list-orphans']) {
      if (argv.length > 0)
        throw new C5c3Error('USAGE', 'usage', '--list-orphans looks at all copies: leave the clients out')
      return this.answerFromFleet(parsed, () => import('../../lib/topics/ceph-secrets/orphans.ts'))
    }
    const inputs = cephSyncInputs(argv.map(String), flags)
    const { cephSyncPlanner } = await import('../../lib/topics/ceph-secrets/sync-planner.ts')
    return this.write(flags, cephSyncPlanner(inputs), inputs)
  }
}
