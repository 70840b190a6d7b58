// SPDX-License-Identifier: Apache-2.0
import type { Where } from '../model/link.ts'
import type { SeenCluster, Snapshot } from '../model/snapshot.ts'

/** The clusters a link may lead to; or why nobody knows. */
export type Places = { readonly clusters: readonly SeenCluster[] } | { readonly nowhere: string }

/** Finds clusters by what a reference calls them. */
export class Atlas {
  readonly #snapshot: Snapshot
  readonly #byLabel: ReadonlyMap<string, SeenCluster>

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot
    this.#byLabel = new Map(snapshot.clusters.map((cluster) => [cluster.label, cluster]))
  }

  resolve(where: Where, here: SeenCluster): Places {
    if (where === 'here') return { clusters: [here] }
    if ('role' in where) return this.#byRole(where)
    if ('providerConfig' in where) return this.#byAddress(`ProviderConfig ${where.providerConfig}`)
    if ('registration' in where) return this.#byAddress(`registration ${where.registration}`)
    return this.#byAddress(`Flux Secret ${where.fluxSecret.namespace}/${where.fluxSecret.name}`)
  }

  #byAddress(address: string): Places {
    const label = this.#snapshot.addresses.get(address)
    const cluster = label === undefined ? undefined : this.#byLabel.get(label)
    return cluster ? { clusters: [cluster] } : { nowhere: `the cluster of ${address} is not known` }
  }

  #byRole({ role, name }: { role: string; name?: string }): Places {
    const clusters = this.#snapshot.clusters.filter(({ cluster }) =>
      cluster.roles.some((r) => r.role === role && (name === undefined || r.name === name)),
    )
    if (clusters.length > 0) return { clusters }
    return { nowhere: `there is no ${role} cluster${name === undefined ? '' : ` ${name}`} among those known` }
  }
}
