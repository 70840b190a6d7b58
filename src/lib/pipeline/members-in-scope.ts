// SPDX-License-Identifier: Apache-2.0
import { ClusterError } from '../cluster/failure.ts'
import type { Fleet, Member } from '../fleet/member.ts'
import { hypervisorCluster } from '../kinds/claims/hypervisor-cluster.ts'
import { openStackCluster } from '../kinds/claims/openstack-cluster.ts'
import { storageCluster } from '../kinds/claims/storage-cluster.ts'
import type { KindSpec } from '../model/graph/kind.ts'
import { inScope, isWhole, poolsNamed, type Scope } from '../model/landscape/scope.ts'
import { textAt } from '../model/object/fields.ts'
import type { KubeObject } from '../model/object/resource.ts'

/**
 * The members that hold objects in the scope, by the claims of the management cluster. If the claims cannot be read,
 * returns all members: reading too much is slow, reading too little is wrong.
 */
export async function scopedMembers(fleet: Fleet, requested: Scope): Promise<readonly Member[]> {
  // Objects selected by namespace or label may be in any cluster.
  const { namespace: _, selector: __, ...scope } = requested
  if (isWhole(scope)) return fleet.members
  const lists = await Promise.all(
    [openStackCluster, hypervisorCluster, storageCluster].map((kind) => listAll(fleet, kind)),
  )
  const [claims, hypervisors, storages] = lists
  if (!claims || !hypervisors || !storages) return fleet.members
  const chosen = claims.filter((claim) => inScope(claim, scope))
  const pools = new Set([
    ...chosen.flatMap(poolsNamed),
    ...[...hypervisors, ...storages].filter((pool) => isPoolInScope(pool, scope)).map(nameOf),
  ])
  const regions = new Set(
    [scope.region, ...chosen.map((claim) => textAt(claim, 'spec.region'))].filter((region) => region !== undefined),
  )
  const planes = new Set(chosen.flatMap((claim) => textAt(claim, 'spec.controlPlaneCluster') ?? []))
  return fleet.members.filter(({ cluster }) =>
    cluster.roles.some(({ role, name }) => {
      // A pool without a claim is known only by its cluster.
      if (role === 'hypervisor' || role === 'storage') return pools.has(name) || name === scope.pool
      if (role !== 'control-plane' || regions.size === 0) return true
      return (
        planes.has(name) || [...regions].some((region) => name.includes(region)) || isUnplaced(name, fleet, regions)
      )
    }),
  )
}

/** If no other control plane has the region in its name, this one may serve it. */
function isUnplaced(name: string, fleet: Fleet, regions: ReadonlySet<string>): boolean {
  const others = fleet.members.flatMap(({ cluster }) => cluster.roles.filter(({ role }) => role === 'control-plane'))
  return !others.some((other) => other.name !== name && [...regions].some((region) => other.name.includes(region)))
}

const nameOf = (pool: KubeObject) => textAt(pool, 'spec.name') ?? pool.metadata.name

function isPoolInScope(pool: KubeObject, { region, tenant, pool: name }: Scope): boolean {
  if (tenant !== undefined) return false
  return (
    (name === undefined || nameOf(pool) === name) && (region === undefined || textAt(pool, 'spec.region') === region)
  )
}

async function listAll({ members }: Fleet, kind: KindSpec): Promise<readonly KubeObject[] | undefined> {
  const clients = members
    .filter(({ cluster }) => cluster.roles.some(({ role }) => role === 'management'))
    .map(({ client }) => client)
  if (clients.length === 0 || clients.includes(undefined)) return undefined
  try {
    const lists = await Promise.all(clients.flatMap((client) => (client ? [client.list(kind)] : [])))
    return lists.some(({ failures }) => failures.length > 0) ? undefined : lists.flatMap(({ items }) => items)
  } catch (error) {
    if (error instanceof ClusterError) return error.failure.fault === 'notinstalled' ? [] : undefined
    throw error
  }
}
