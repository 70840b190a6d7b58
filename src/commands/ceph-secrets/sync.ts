// SPDX-License-Identifier: Apache-2.0
import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import type { FleetCommand } from '../../lib/cli/fleet-command.ts'
import { outputFlag } from '../../lib/cli/output.ts'
import { WriteCommand } from '../../lib/cli/write-command.ts'
import { C5c3Error } from '../../lib/model/errors.ts'
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
  static override flags = {
    claim: Flags.string({
      summary: 'the clients of this claim',
      multiple: true,
      multipleNonGreedy: true,
      helpValue: 'NAME',
    }),
    pool: Flags.string({
      summary: 'the clients of this storage pool or RBD pool',
      multiple: true,
      multipleNonGreedy: true,
      helpValue: 'POOL',
    }),
    all: Flags.boolean({ summary: 'all clients but the admin' }),
    'force-caps': Flags.boolean({ summary: 'also where the client may not use the pool of its consumer' }),
    'allow-observed': Flags.boolean({
      summary: 'also where a Crossplane Object will show the key in the management cluster',
    }),
    'assume-unmanaged': Flags.boolean({ summary: 'also where it cannot be read who keeps the copy' }),
    'list-orphans': Flags.boolean({
      summary: 'only list copies whose client is gone or that nobody uses; deletes nothing',
      exclusive: ['all', 'claim', 'pool', 'plan-out', 'adopt'],
    }),
  }

  async run(): Promise<number> {
    const { argv, flags } = await this.parse(CephSecretsSync)
    // a flag that was not given has no value: the saved plan says no
    const inputs = {
      clients: argv.map(String),
      claims: flags.claim ?? [],
      pools: flags.pool ?? [],
      all: Boolean(flags.all),
      adopt: Boolean(flags.adopt),
      forceCaps: Boolean(flags['force-caps']),
      allowObserved: Boolean(flags['allow-observed']),
      assumeUnmanaged: Boolean(flags['assume-unmanaged']),
    }
    if (flags['list-orphans']) return this.#listOrphans(flags, inputs.clients)
    if (!flags.all && inputs.clients.length + inputs.claims.length + inputs.pools.length === 0)
      throw new C5c3Error('USAGE', 'usage', 'say which clients: by name, --claim, --pool, or --all')
    const { cephSyncPlanner } = await import('../../lib/cli/ceph-sync-planner.ts')
    return this.write(flags, cephSyncPlanner(inputs), inputs)
  }

  #listOrphans(
    flags: Parameters<FleetCommand['withFleet']>[0] & Parameters<FleetCommand['finish']>[2],
    clients: readonly string[],
  ): Promise<number> {
    if (clients.length > 0)
      throw new C5c3Error('USAGE', 'usage', '--list-orphans looks at all copies: leave the clients out')
    return this.withFleet(flags, async ({ fleet, progress, signal }) => {
      const { readCephOrphans } = await import('../../lib/cli/ceph-orphans.ts')
      const { cephOrphansForms, cephOrphansReport } = await import('../../lib/reports/ceph-orphans.ts')
      const found = await progress.during('copies of keys', readCephOrphans(fleet, flags.namespace, signal))
      return this.finish(cephOrphansReport(found, flags['allow-incomplete']), cephOrphansForms, flags)
    })
  }
}
