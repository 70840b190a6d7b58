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
 * Discovers clusters while candidates are still being opened, so that an unreachable candidate does not delay the
 * clusters that others lead to.
 */
export class ClusterDiscovery {
  readonly #management: Promise<ClusterClient | undefined>
  readonly #gardens = new Set<string>()

  /** Security: only the management cluster may name further clusters; other candidates may belong to anyone. */
  constructor(candidates: readonly Candidate[], opening: readonly Promise<OpenedCandidate>[]) {
    this.#management = managementOf(opening.filter((_, i) => candidates[i]?.roles.some(isManagement)))
  }

  /** The clusters that the management cluster knows, one promise for each source. */
  sources(): Promise<DiscoveredClusters>[] {
    return [fromProviderConfigs, fromFlux, fromRegistrations].map(async (from) => {
      const management = await this.#management
      return management ? from(management) : NOTHING
    })
  }

  /** The Shoots of a garden, each garden once; nothing for any other cluster. */
  async shoots({ client, served, uid }: OpenedCandidate): Promise<DiscoveredClusters> {
    if (!client || !served || served.versionsOf('core.gardener.cloud', 'shoots').length === 0) return NOTHING
    if (uid && this.#gardens.has(uid)) return NOTHING
    if (uid) this.#gardens.add(uid)
    const management = await this.#management
    return management ? fromGarden(management, client) : NOTHING
  }
}

const isManagement = ({ role }: { readonly role: string }) => role === 'management'

/** The first candidate that can be opened, in the order of the candidates. */
async function managementOf(opening: readonly Promise<OpenedCandidate>[]): Promise<ClusterClient | undefined> {
  for (const candidate of opening) {
    const { client } = await candidate
    if (client) return client
  }
  return undefined
}
