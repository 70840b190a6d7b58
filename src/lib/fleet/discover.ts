// SPDX-License-Identifier: Apache-2.0
import type { ClusterClient } from '../cluster/types.ts'
import type { Candidate } from './candidate.ts'
import type { OpenedCandidate } from './open.ts'
import { fromFlux } from './sources/flux.ts'
import { fromGarden } from './sources/garden.ts'
import { fromProviderConfigs } from './sources/provider-configs.ts'
import { fromRegistrations } from './sources/registrations.ts'
import { type DiscoveredClusters, NOTHING } from './sources/source.ts'

/**
 * Looks for clusters nobody named while others are still being opened: a dark one costs its own deadline once, and those
 * that are found meanwhile do not wait for it.
 */
export class ClusterDiscovery {
  readonly #management: Promise<ClusterClient | undefined>
  readonly #gardens = new Set<string>()

  /** Only the management cluster is asked for others: what else is opened may be anybody's. */
  constructor(candidates: readonly Candidate[], opening: readonly Promise<OpenedCandidate>[]) {
    this.#management = managementOf(opening.filter((_, i) => candidates[i]?.roles.some(isManagement)))
  }

  /** What the management cluster knows, one promise for each place to look. */
  places(): Promise<DiscoveredClusters>[] {
    return [fromProviderConfigs, fromFlux, fromRegistrations].map(async (from) => {
      const management = await this.#management
      return management ? from(management) : NOTHING
    })
  }

  /** The Shoots of a garden that was not asked before; nothing of any other cluster. */
  async shoots({ client, served, uid }: OpenedCandidate): Promise<DiscoveredClusters> {
    if (!client || !served || served.versionsOf('core.gardener.cloud', 'shoots').length === 0) return NOTHING
    if (uid && this.#gardens.has(uid)) return NOTHING
    if (uid) this.#gardens.add(uid)
    const management = await this.#management
    return management ? fromGarden(management, client) : NOTHING
  }
}

const isManagement = ({ role }: { readonly role: string }) => role === 'management'

/** The first that can be opened, in the order they were named. */
async function managementOf(opening: readonly Promise<OpenedCandidate>[]): Promise<ClusterClient | undefined> {
  for (const way of opening) {
    const { client } = await way
    if (client) return client
  }
  return undefined
}
