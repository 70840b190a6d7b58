// SPDX-License-Identifier: Apache-2.0
import * as Flags from '@oclif/core/flags'
import type { Scope } from '../model/scope.ts'

/** The flags of every command that reads the whole landscape: they limit what is read, not only what is shown. */
export const readFlags = {
  region: Flags.string({ summary: 'only this region', helpGroup: 'READ' }),
  tenant: Flags.string({ summary: 'only this OpenStack cluster, by name or namespace', helpGroup: 'READ' }),
  pool: Flags.string({ summary: 'only what uses this pool', helpGroup: 'READ' }),
  'accept-cached': Flags.boolean({ summary: "count Crossplane's last observed copies as read", helpGroup: 'READ' }),
}

export interface ReadFlags {
  readonly region?: string | undefined
  readonly tenant?: string | undefined
  readonly pool?: string | undefined
  readonly 'accept-cached'?: boolean
}

export function scopeOf({ region, tenant, pool }: ReadFlags): Scope {
  return { ...(region ? { region } : {}), ...(tenant ? { tenant } : {}), ...(pool ? { pool } : {}) }
}
