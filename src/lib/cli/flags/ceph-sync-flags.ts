// SPDX-License-Identifier: Apache-2.0
import * as Flags from '@oclif/core/flags'
import { C5c3Error } from '../../model/report/errors.ts'
import type { CephSyncInputs } from '../../topics/ceph-secrets/sync-planner.ts'

export const cephSyncFlags = {
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

interface CephSyncFlags {
  readonly claim?: readonly string[] | undefined
  readonly pool?: readonly string[] | undefined
  readonly all?: boolean
  readonly adopt?: boolean
  readonly 'force-caps'?: boolean
  readonly 'allow-observed'?: boolean
  readonly 'assume-unmanaged'?: boolean
}

/** Throws a usage error when no client is selected. */
export function cephSyncInputs(clients: readonly string[], flags: CephSyncFlags): CephSyncInputs {
  // Saved plans need explicit booleans, also for flags that were not given.
  const inputs = {
    clients,
    claims: flags.claim ?? [],
    pools: flags.pool ?? [],
    all: Boolean(flags.all),
    adopt: Boolean(flags.adopt),
    forceCaps: Boolean(flags['force-caps']),
    allowObserved: Boolean(flags['allow-observed']),
    assumeUnmanaged: Boolean(flags['assume-unmanaged']),
  }
  if (!inputs.all && inputs.clients.length + inputs.claims.length + inputs.pools.length === 0)
    throw new C5c3Error('USAGE', 'usage', 'say which clients: by name, --claim, --pool, or --all')
  return inputs
}
