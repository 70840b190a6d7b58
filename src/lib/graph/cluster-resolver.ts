// SPDX-License-Identifier: Apache-2.0
import type { LinkTarget } from '../model/graph/link.ts'
import type { Role } from '../model/landscape/role.ts'
import type { SeenCluster, Snapshot } from '../model/landscape/snapshot.ts'

/** The clusters a link may refer to, or a placeholder for a cluster outside of the fleet, with the reason. */
export type Places =
  | { readonly clusters: readonly SeenCluster[] }
  | { readonly unknown: SeenCluster; readonly message: string; readonly byRole: boolean }

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
    if ('fluxConfigMap' in where)
      return this.#ofAddress(`Flux ConfigMap ${where.fluxConfigMap.namespace}/${where.fluxConfigMap.name}`)
    return this.#ofAddress(`Flux Secret ${where.fluxSecret.namespace}/${where.fluxSecret.name}`)
  }

  #ofAddress(address: string): Places {
    const label = this.#snapshot.addresses.get(address)
    const cluster = label === undefined ? undefined : this.#byLabel.get(label)
    if (cluster) return { clusters: [cluster] }
    return { unknown: unknownCluster(address), message: `the cluster of ${address} is not known`, byRole: false }
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
    return { unknown: unknownCluster(label, [{ role, name: name ?? role }]), message, byRole: true }
  }
}

/** Never the cluster of the referrer: an object of the same name there is a different one. */
function unknownCluster(label: string, roles: SeenCluster['cluster']['roles'] = []): SeenCluster {
  return { label, cluster: { uid: '', name: label, roles } }
}
