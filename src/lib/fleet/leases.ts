// SPDX-License-Identifier: Apache-2.0
import type { ClusterClient } from '../cluster/types.ts'
import type { OpenCluster } from './open.ts'

interface Lease {
  readonly client: ClusterClient
  holders: number
}

/**
 * Opens clusters so that a fleet can be opened again: the same way in gives the same client, with its connections and what
 * it knows, which is closed when the last holder closes it. Other credentials or another address are another way.
 */
export function leasing(open: OpenCluster): OpenCluster {
  const leases = new Map<string, Lease>()
  return (config, options) => {
    // secrets are written as fingerprints
    const key = JSON.stringify(config)
    const lease = leases.get(key) ?? { client: open(config, options), holders: 0 }
    leases.set(key, lease)
    lease.holders += 1
    let isHeld = true
    const close = () => {
      if (!isHeld) return
      isHeld = false
      lease.holders -= 1
      if (lease.holders > 0) return
      if (leases.get(key) === lease) leases.delete(key)
      lease.client.close()
    }
    return { ...lease.client, close }
  }
}

/** Both lead to the same cluster in the same way. */
export const isSameLease = (a: ClusterClient | undefined, b: ClusterClient | undefined): boolean => a?.list === b?.list
