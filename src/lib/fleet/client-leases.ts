// SPDX-License-Identifier: Apache-2.0
import type { ClusterConfig } from '../cluster/config.ts'
import { DecoratedClient } from '../cluster/decorated-client.ts'
import type { ClusterClient } from '../cluster/types.ts'
import type { OpenCluster } from './open.ts'

/**
 * Shares clients between fleets that are opened one after the other: equal configurations give the same client with its
 * connections and caches, which closes with its last holder.
 */
export function reuseClients(open: OpenCluster): OpenCluster {
  const leases = new Set<Lease>()
  return (config, options) => {
    const lease = [...leases].find((existing) => isSameConfig(existing.config, config)) ?? {
      config,
      client: open(config, options),
      holders: 0,
    }
    leases.add(lease)
    lease.holders += 1
    let isHeld = true
    const close = () => {
      if (!isHeld) return
      isHeld = false
      lease.holders -= 1
      if (lease.holders > 0) return
      leases.delete(lease)
      lease.client.close()
    }
    return new DecoratedClient(lease.client, { close })
  }
}

/** Credentials serialise to fingerprints, which are expensive: compare the cheap fields first. */
const isSameConfig = (a: ClusterConfig, b: ClusterConfig) =>
  a.server === b.server && a.context === b.context && JSON.stringify(a) === JSON.stringify(b)

export const isSameClient = (a: ClusterClient | undefined, b: ClusterClient | undefined): boolean => a?.id === b?.id

interface Lease {
  readonly config: ClusterConfig
  readonly client: ClusterClient
  holders: number
}
