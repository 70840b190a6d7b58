// SPDX-License-Identifier: Apache-2.0
import { listAt, textAt } from '../../model/object/fields.ts'
import { countText } from '../shared/format-amount.ts'
import { amountsOf, sum } from './amounts.ts'
import {
  type ImpactEffect,
  type ImpactOutcome,
  otherPools,
  plural,
  type ServiceImpact,
  servicesOf,
  type TenantImpact,
  tenantHead,
  worstEffect,
} from './impact-model.ts'
import type { PoolIndex } from './pool-index.ts'
import { hiddenIn, type PoolSite } from './sites.ts'
import { type RbdPool, rbdPoolsOf } from './tenancy.ts'
import type { PoolUser } from './tenants.ts'

export function impactOfPool(view: PoolIndex, site: PoolSite, tenant: PoolUser): TenantImpact {
  if (site.type === 'storage') return storageImpact(view, site, tenant)
  return site.type === 'hypervisor' ? hypervisorImpact(view, site, tenant) : controlPlaneImpact(view, site, tenant)
}

function hypervisorImpact(view: PoolIndex, site: PoolSite, tenant: PoolUser): TenantImpact {
  const others = otherPools(view, site, tenant)
  const names = others.map(({ name }) => name)
  const { instances } = amountsOf(view.assessment, view.world, site)
  const isSingleTenant = view.usersOf(site).length === 1
  const effect: ImpactEffect = others.length > 0 ? 'reduced' : 'stops'
  return {
    ...tenantHead(view, tenant),
    drained: { effect, why: others.length > 0 ? capacityText(view, others) : noAlternativeText(view, site, tenant) },
    lost: {
      effect,
      why:
        others.length > 0
          ? `instances there stop; new ones start in ${names.join(', ')}`
          : 'instances stop and cannot be restarted elsewhere',
    },
    services: computeServices(site, tenant, effect),
    otherPools: names,
    ...(isSingleTenant && instances !== undefined ? { instances } : {}),
    notReplicated: [],
  }
}

function noAlternativeText(view: PoolIndex, site: PoolSite, tenant: PoolUser): string {
  const failed = view.sitesOf(tenant).filter((other) => other.type === site.type && other !== site)
  if (failed.length === 0) return `${site.name} is its only hypervisor pool`
  return `${failed.map(({ name }) => name).join(', ')} cannot replace it now`
}

function capacityText(view: PoolIndex, others: readonly PoolSite[]): string {
  const frees = others.map((other) => amountsOf(view.assessment, view.world, other).vcpus?.free)
  const names = others.map(({ name }) => name).join(', ')
  if (frees.some((free) => free === undefined)) return `instances would have to fit into ${names}: room unknown`
  return `instances would have to fit into ${names}: ${countText(sum(frees))} vCPU free`
}

/** Nova by the cells of this pool; Neutron because its ports are on the same machines. */
function computeServices(site: PoolSite, tenant: PoolUser, effect: ImpactEffect): readonly ServiceImpact[] {
  const cells = tenant.reach
    .filter(({ kind }) => kind === 'Nova')
    .flatMap(({ object }) => listAt(object, 'spec.cells'))
    .filter((cell) => textAt(cell, 'computeRef.name') === site.name)
    .flatMap((cell) => textAt(cell, 'name') ?? [])
  const services = servicesOf(tenant)
  return [
    ...(services.has('Nova') ? [{ service: 'Nova', effect, ...(cells.length > 0 ? { of: cells } : {}) }] : []),
    ...(services.has('Neutron') ? [{ service: 'Neutron', effect }] : []),
  ]
}

function storageImpact(view: PoolIndex, site: PoolSite, tenant: PoolUser): TenantImpact {
  const others = otherPools(view, site, tenant)
  const ownPools = rbdPoolsOf(view, site, tenant)
  const elsewhere = new Set(others.flatMap((other) => rbdPoolsOf(view, other, tenant)).flatMap(({ usedBy }) => usedBy))
  const services = storageServices(ownPools, elsewhere)
  const unmirrored = ownPools.filter(({ mirrored }) => !mirrored).map(({ name }) => name)
  const hidden = hiddenIn(view.world, site, 'CephBlockPool.ceph.rook.io')
  const outcome = storageOutcome(ownPools, unmirrored, services, others, hidden)
  return {
    ...tenantHead(view, tenant),
    drained: outcome,
    lost: outcome,
    services,
    otherPools: others.map(({ name }) => name),
    notReplicated: unmirrored,
  }
}

function storageServices(ownPools: readonly RbdPool[], elsewhere: ReadonlySet<string>): readonly ServiceImpact[] {
  const names = [...new Set(ownPools.flatMap(({ usedBy }) => usedBy))].sort()
  return names.map((service) => ({
    service,
    effect: elsewhere.has(service) ? 'reduced' : 'stops',
    of: ownPools.filter(({ usedBy }) => usedBy.includes(service)).map(({ name }) => name),
  }))
}

function storageOutcome(
  ownPools: readonly RbdPool[],
  unmirrored: readonly string[],
  services: readonly ServiceImpact[],
  others: readonly PoolSite[],
  hidden: string | undefined,
): ImpactOutcome {
  if (ownPools.length === 0 && hidden !== undefined) return { effect: 'unknown', why: hidden }
  if (ownPools.length === 0) return { effect: 'nothing', why: 'it stores nothing in this pool' }
  if (unmirrored.length === 0)
    return { effect: 'reduced', why: `${plural(ownPools.length, 'RBD pool')}, all mirrored elsewhere` }
  const effect = worstEffect(services.length > 0 ? services.map((service) => service.effect) : ['stops'])
  const mirrored = ownPools.length - unmirrored.length
  const copies = mirrored > 0 ? `, ${mirrored} mirrored` : ''
  const rest = effect === 'reduced' ? `; ${others.map(({ name }) => name).join(', ')} remains` : ''
  return {
    effect,
    why: `its ${plural(unmirrored.length, 'RBD pool')} ${unmirrored.length === 1 ? 'exists' : 'exist'} only here${copies}${rest}`,
  }
}

function controlPlaneImpact(view: PoolIndex, site: PoolSite, tenant: PoolUser): TenantImpact {
  const services = [...servicesOf(tenant)].sort().map((service): ServiceImpact => ({ service, effect: 'stops' }))
  const why = 'every API is down; running instances and volumes keep working'
  return {
    ...tenantHead(view, tenant),
    drained: { effect: 'stops', why: `no other cluster can run the services of ${site.name}` },
    lost: { effect: 'stops', why },
    services,
    otherPools: [],
    notReplicated: [],
  }
}
