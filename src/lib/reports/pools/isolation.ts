// SPDX-License-Identifier: Apache-2.0
import { fieldAt, labelAt, listAt, textAt } from '../../model/object/fields.ts'
import { membersOf, type PoolContext, type PoolSite } from './sites.ts'
import { type PoolUser, tenantName, tenantsHidden } from './tenants.ts'

/** Whether a pool is dedicated to one tenant. */
export interface PoolIsolation {
  readonly strategy: 'shared' | 'dedicated' | 'unused' | 'unknown'
  /** Its labels reserve it for one tenant. */
  readonly labelled: boolean
  /** Absent if nothing is promised or the tenants are unknown. */
  readonly kept?: boolean
  /** Why the isolation is broken or unknown. */
  readonly reasons: readonly string[]
}

export type TenantStrategy = 'shared' | 'dedicated' | 'hybrid' | 'tiered'

export interface TenantIsolation {
  readonly strategies: readonly TenantStrategy[]
  /** False if a pool labelled for one tenant has several. */
  readonly kept?: boolean
}

export interface IsolationInput {
  readonly world: PoolContext
  readonly sites: readonly PoolSite[]
}

/** Shared by two or more tenants; dedicated if it has one tenant or a label that says so, even if that is broken. */
export function poolIsolation(
  { world, sites }: IsolationInput,
  site: PoolSite,
  users: readonly PoolUser[],
): PoolIsolation {
  const labelled = isLabelled(site)
  const hidden = tenantsHidden(world)
  // what a missing pool promises is unknown
  if (site.claim && !site.claim.object) return { strategy: 'unknown', labelled: false, reasons: [] }
  const broken = labelled ? [...otherTenants(users), ...brokenPromises(world, sites, site)] : []
  if (broken.length > 0) return { strategy: 'dedicated', labelled, kept: false, reasons: broken }
  if (hidden !== undefined) {
    const strategy = labelled ? 'dedicated' : users.length > 1 ? 'shared' : 'unknown'
    return { strategy, labelled, reasons: [`its tenants are unknown: ${hidden}`] }
  }
  if (users.length > 1) return { strategy: 'shared', labelled, reasons: [] }
  const isPromised = labelled || site.type !== 'control-plane'
  if (labelled || users.length === 1)
    return { strategy: 'dedicated', labelled, ...(isPromised ? { kept: true } : {}), reasons: [] }
  return { strategy: 'unused', labelled, reasons: [] }
}

function otherTenants(users: readonly PoolUser[]): readonly string[] {
  return users.length > 1 ? [`${users.length} tenants use it: ${users.map(tenantName).sort().join(', ')}`] : []
}

function isLabelled({ claim }: PoolSite): boolean {
  const dedicated = fieldAt(claim?.object, 'spec.labels.dedicated') ?? labelAt(claim?.object, 'dedicated')
  const [compliance, isolation] = [textAt(claim?.object, 'spec.labels.compliance'), isolationLabel(claim?.object)]
  return dedicated === true || dedicated === 'true' || compliance !== undefined || isolation === 'physical'
}

const isolationLabel = (object: unknown) => textAt(object, 'spec.labels.isolation')

/** Machines from a rack that also serves another pool, or nodes without the promised label. */
function brokenPromises(context: PoolContext, sites: readonly PoolSite[], site: PoolSite): readonly string[] {
  const rack = textAt(site.claim?.object, 'spec.ironcore.machinePool')
  const others = sites.filter(
    (other) => other !== site && rack && textAt(other.claim?.object, 'spec.ironcore.machinePool') === rack,
  )
  const nodes = membersOf(context, site, 'Node')
  const desired = textAt(site.claim?.object, 'spec.labels.dedicated')
  const unlabelled = desired === undefined ? [] : nodes.filter(({ object }) => labelAt(object, 'dedicated') !== desired)
  return [
    ...(others.length > 0 ? [`its machines come from ${rack}, like those of ${names(others)}`] : []),
    ...(unlabelled.length > 0
      ? [`${unlabelled.length} of ${nodes.length} nodes lack the label dedicated=${desired}`]
      : []),
  ]
}

const names = (sites: readonly PoolSite[]) => sites.map(({ name }) => name).join(', ')

/** Shared, dedicated, or hybrid with both kinds of pool; also tiered if pools of one type differ in class. */
export function tenantIsolation(
  context: PoolContext,
  pools: readonly { readonly site: PoolSite; readonly isolation: PoolIsolation }[],
): TenantIsolation {
  const hasStrategy = (strategy: string) => pools.some(({ isolation }) => isolation.strategy === strategy)
  const [shared, dedicated] = [hasStrategy('shared'), hasStrategy('dedicated')]
  const mix: readonly TenantStrategy[] = shared && dedicated ? ['hybrid'] : shared ? ['shared'] : ['dedicated']
  const tiered: readonly TenantStrategy[] = isTiered(
    context,
    pools.map(({ site }) => site),
  )
    ? ['tiered']
    : []
  const kept = pools.some(({ isolation }) => isolation.kept === false) ? { kept: false } : {}
  return { strategies: [...(shared || dedicated ? mix : []), ...tiered], ...kept }
}

function isTiered(context: PoolContext, sites: readonly PoolSite[]): boolean {
  return (['hypervisor', 'storage'] as const).some((type) => {
    const tiers = sites.filter((site) => site.type === type).flatMap((site) => tierOf(context, site) ?? [])
    return new Set(tiers).size > 1
  })
}

/** The device class of a pool, or its tier label. */
export function tierOf(context: PoolContext, site: PoolSite): string | undefined {
  const desired = textAt(site.claim?.object, 'spec.ceph.deviceClass') ?? textAt(site.claim?.object, 'spec.labels.tier')
  if (desired || site.type !== 'storage') return desired
  const ceph = membersOf(context, site, 'CephCluster.ceph.rook.io')[0]
  const classes = listAt(ceph?.object, 'status.storage.deviceClasses').flatMap((each) => textAt(each, 'name') ?? [])
  return classes.length > 0 ? classes.sort().join('+') : undefined
}
