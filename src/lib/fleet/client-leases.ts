// SPDX-License-Identifier: Apache-2.0
import type { ClusterConfig } from '../cluster/config.ts'
import { DecoratedClient } from '../cluster/decorated-client.ts'
import type { ClusterClient } from '../cluster/types.ts'
import type { OpenCluster } from './open.ts'

interface Lease {
  readonly config: ClusterConfig
  readonly client: ClusterClient
  holders: number
}

/**
 * Opens clusters so that a fleet can be opened again: the same way in gives the same client, with its connections and what
 * it knows, which is closed when the last holder closes it. Other credentials or another address are another way.
 */
export function reuseClients(open: OpenCluster): OpenCluster {
  const leases = new Set<Lease>()
  return (config, options) => {
    const lease = [...leases].find((one) => isSameWay(one.config, config)) ?? {
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

/** Secrets are compared by their fingerprints, which are made for nothing else: only where all the rest is equal. */
const isSameWay = (a: ClusterConfig, b: ClusterConfig) =>
  a.server === b.server && a.context === b.context && JSON.stringify(a) === JSON.stringify(b)

/** Both lead to the same cluster in the same way. */
export const isSameClient = (a: ClusterClient | undefined, b: ClusterClient | undefined): boolean => a?.id === b?.id
