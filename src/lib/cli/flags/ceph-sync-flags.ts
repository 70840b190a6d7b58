// SPDX-License-Identifier: Apache-2.0
import * as Flags from '@oclif/core/flags'
import { C5c3Error } from '../../model/report/errors.ts'
import type { CephSyncInputs } from '../../topics/ceph-secrets/sync-planner.ts'

export const cephSyncFlags = {
  claim: Flags.string({
    summary: 'only clients of this claim (repeatable)',
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'NAME',
  }),
  pool: Flags.string({
    summary: 'only clients of this storage pool or RBD pool (repeatable)',
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'POOL',
  }),
  all: Flags.boolean({ summary: 'all clients except client.admin' }),
  'force-caps': Flags.boolean({ summary: "sync even if the client lacks capabilities on the consumer's pool" }),
  'allow-observed': Flags.boolean({
    summary: 'allow syncing even if a Crossplane Object exposes the key in the management cluster',
  }),
  'assume-unmanaged': Flags.boolean({ summary: 'proceed if the owner of the copy cannot be determined' }),
  'list-orphans': Flags.boolean({
    summary: 'list orphaned copies (read-only)',
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
    throw new C5c3Error('USAGE', 'usage', 'specify clients by name, --claim, --pool or --all')
  return inputs
}
