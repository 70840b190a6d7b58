// SPDX-License-Identifier: Apache-2.0
import { isFine } from '../../model/graph/health.ts'
import { hypervisorsOf } from './amounts.ts'
import type { PoolMachine } from './find-pool.ts'
import { type Outcomes, plural, type ServiceImpact, servicesOf, type TenantImpact, tenantHead } from './impact-model.ts'
import { hypervisorOn, impactOfHypervisor, instancesOn } from './impact-of-hypervisor.ts'
import { impactOfStorageNode } from './impact-of-storage-node.ts'
import type { PoolIndex } from './pool-index.ts'
import type { QuorumAfter } from './quorum-after.ts'
import { membersOf } from './sites.ts'
import { ownAggregates, rbdPoolsOf } from './tenancy.ts'
import type { PoolUser } from './tenants.ts'

/** All tenants of the pool; a tenant with own host aggregates only if the hypervisor is in one of them. */
export function tenantsOnNode(view: PoolIndex, machine: PoolMachine): readonly PoolUser[] {
  const users = view.usersOf(machine.site)
  const hypervisor = hypervisorOn(view, machine)
  if (!hypervisor) return users
  const all = hypervisorsOf(view.world, machine.site)
  return users.filter(
    (tenant) =>
      ownAggregates(tenant, hypervisor).length > 0 || all.every((each) => ownAggregates(tenant, each).length === 0),
  )
}

export function impactOfNode(
  view: PoolIndex,
  machine: PoolMachine,
  quorum: QuorumAfter | undefined,
  tenant: PoolUser,
): TenantImpact {
  const { outcomes, affected } = affectedServices(view, machine, quorum, tenant)
  const { effect } = outcomes.lost
  const isSingleTenant = view.usersOf(machine.site).length === 1
  const instances = isSingleTenant ? instancesOn(view, machine) : undefined
  return {
    ...tenantHead(view, tenant),
    ...outcomes,
    services: effect === 'nothing' ? [] : affected.map((service): ServiceImpact => ({ service, effect })),
    otherPools: [],
    ...(instances === undefined ? {} : { instances }),
    notReplicated: [],
  }
}

function affectedServices(
  view: PoolIndex,
  machine: PoolMachine,
  quorum: QuorumAfter | undefined,
  tenant: PoolUser,
): { readonly outcomes: Outcomes; readonly affected: readonly string[] } {
  const { type } = machine.site
  if (type === 'storage') {
    const pools = rbdPoolsOf(view, machine.site, tenant)
    const affected = [...new Set(pools.flatMap(({ usedBy }) => usedBy))].sort()
    return { outcomes: impactOfStorageNode(view, machine, quorum, pools), affected }
  }
  if (type === 'control-plane') return { outcomes: impactOfControlPlaneNode(view, machine), affected: [] }
  const services = servicesOf(tenant)
  const affected = ['Nova', 'Neutron'].filter((service) => services.has(service))
  return { outcomes: impactOfHypervisor(view, machine, tenant), affected }
}

function impactOfControlPlaneNode(view: PoolIndex, { site, node }: PoolMachine): Outcomes {
  const others = membersOf(view.world, site, 'Node').filter(
    (each) => each !== node && isFine(view.assessment.own(each.id).state),
  )
  if (others.length === 0) {
    const stops = { effect: 'stops', why: 'no other node is left' } as const
    return { drained: stops, lost: stops }
  }
  const where = plural(others.length, 'other node')
  return {
    drained: { effect: 'nothing', why: `its Pods move to ${where}, as their disruption budgets allow` },
    lost: { effect: 'reduced', why: `its Pods restart on ${where}` },
  }
}
