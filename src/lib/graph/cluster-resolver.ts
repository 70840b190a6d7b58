// SPDX-License-Identifier: Apache-2.0
import type { LinkTarget } from '../model/graph/link.ts'
import type { Role } from '../model/landscape/role.ts'
import type { SeenCluster, Snapshot } from '../model/landscape/snapshot.ts'

/** The clusters a link may lead to; or one that nobody knows, called by what is known of it, and why. */
export type Places =
  | { readonly clusters: readonly SeenCluster[] }
  | { readonly unknown: SeenCluster; readonly message: string; readonly byRole: boolean }

/** Finds clusters by what a reference calls them. */
export class ClusterResolver {
  readonly #snapshot: Snapshot
  readonly #byLabel: ReadonlyMap<string, SeenCluster>
  readonly #byRole = new Map<string, readonly SeenCluster[]>()

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot
    this.#byLabel = new Map(snapshot.clusters.map((cluster) => [cluster.label, cluster]))
  }

  resolve(where: LinkTarget, here: SeenCluster): Places {
    if (where === 'here') return { clusters: [here] }
    if ('role' in where) return this.#ofRole(where)
    if ('providerConfig' in where) return this.#ofAddress(`ProviderConfig ${where.providerConfig}`)
    if ('registration' in where) return this.#ofAddress(`registration ${where.registration}`)
    return this.#ofAddress(`Flux Secret ${where.fluxSecret.namespace}/${where.fluxSecret.name}`)
  }

  #ofAddress(address: string): Places {
    const label = this.#snapshot.addresses.get(address)
    const cluster = label === undefined ? undefined : this.#byLabel.get(label)
    if (cluster) return { clusters: [cluster] }
    return { unknown: nowhere(address), message: `the cluster of ${address} is not known`, byRole: false }
  }

  #ofRole({ role, name }: { role: Role; name?: string }): Places {
    const label = name === undefined ? role : `${role}/${name}`
    const clusters =
      this.#byRole.get(label) ??
      this.#snapshot.clusters.filter(({ cluster }) =>
        cluster.roles.some((r) => r.role === role && (name === undefined || r.name === name)),
      )
    this.#byRole.set(label, clusters)
    if (clusters.length > 0) return { clusters }
    const message = `there is no ${role} cluster${name === undefined ? '' : ` ${name}`} among those known`
    return { unknown: nowhere(label, [{ role, name: name ?? role }]), message, byRole: true }
  }
}

/** Not the cluster of the reference: there an object of the same name is another one. */
function nowhere(label: string, roles: SeenCluster['cluster']['roles'] = []): SeenCluster {
  return { label, cluster: { uid: '', name: label, roles } }
}
