// SPDX-License-Identifier: Apache-2.0
import { fieldAt, labelAt, listAt, textAt } from '../../model/object/fields.ts'
import { membersOf, type PoolContext, type PoolSite } from './sites.ts'
import { type PoolUser, tenantName, tenantsHidden } from './tenants.ts'

/** How a pool is kept for one tenant, or is not meant to be. */
export interface PoolIsolation {
  readonly strategy: 'shared' | 'dedicated' | 'unused' | 'unknown'
  /** Its labels ask for one tenant only. */
  readonly labelled: boolean
  /** Left out where nothing is promised, or where nobody can tell. */
  readonly kept?: boolean
  /** Why it is not kept, or why nobody can tell. */
  readonly reasons: readonly string[]
}

export type TenantStrategy = 'shared' | 'dedicated' | 'hybrid' | 'tiered'

/** How a tenant is kept apart from others. */
export interface TenantIsolation {
  readonly strategies: readonly TenantStrategy[]
  /** False when a pool that is labelled for one tenant has others too. */
  readonly kept?: boolean
}

export interface IsolationInput {
  readonly world: PoolContext
  readonly sites: readonly PoolSite[]
}

/** Shared by two or more tenants; dedicated when there is one, or when its labels say so, whether that is kept or not. */
export function poolIsolation(
  { world, sites }: IsolationInput,
  site: PoolSite,
  users: readonly PoolUser[],
): PoolIsolation {
  const labelled = isLabelled(site)
  const hidden = tenantsHidden(world)
  // nobody knows what a pool promises that is not there
  if (site.claim && !site.claim.object) return { strategy: 'unknown', labelled: false, reasons: [] }
  const broken = labelled ? [...company(users), ...inNameOnly(world, sites, site)] : []
  if (broken.length > 0) return { strategy: 'dedicated', labelled, kept: false, reasons: broken }
  if (hidden !== undefined) {
    const strategy = labelled ? 'dedicated' : users.length > 1 ? 'shared' : 'unknown'
    return { strategy, labelled, reasons: [`who uses it is not known: ${hidden}`] }
  }
  if (users.length > 1) return { strategy: 'shared', labelled, reasons: [] }
  const promised = labelled || site.type !== 'control-plane'
  if (labelled || users.length === 1)
    return { strategy: 'dedicated', labelled, ...(promised ? { kept: true } : {}), reasons: [] }
  return { strategy: 'unused', labelled, reasons: [] }
}

function company(users: readonly PoolUser[]): readonly string[] {
  return users.length > 1 ? [`${users.length} tenants use it: ${users.map(tenantName).sort().join(', ')}`] : []
}

/** Labels that promise a pool to one tenant. */
function isLabelled({ claim }: PoolSite): boolean {
  const said = fieldAt(claim?.object, 'spec.labels.dedicated') ?? labelAt(claim?.object, 'dedicated')
  const [compliance, isolation] = [textAt(claim?.object, 'spec.labels.compliance'), isolationLabel(claim?.object)]
  return said === true || said === 'true' || compliance !== undefined || isolation === 'physical'
}

const isolationLabel = (object: unknown) => textAt(object, 'spec.labels.isolation')

/** Machines of a rack that feeds another pool too, or nodes that nothing tells from others. */
function inNameOnly(world: PoolContext, sites: readonly PoolSite[], site: PoolSite): readonly string[] {
  const rack = textAt(site.claim?.object, 'spec.ironcore.machinePool')
  const others = sites.filter(
    (other) => other !== site && rack && textAt(other.claim?.object, 'spec.ironcore.machinePool') === rack,
  )
  const nodes = membersOf(world, site, 'Node')
  const asked = textAt(site.claim?.object, 'spec.labels.dedicated')
  const bare = asked === undefined ? [] : nodes.filter(({ object }) => labelAt(object, 'dedicated') !== asked)
  return [
    ...(others.length > 0 ? [`its machines come from ${rack}, like those of ${names(others)}`] : []),
    ...(bare.length > 0 ? [`${bare.length} of ${nodes.length} nodes lack the label dedicated=${asked}`] : []),
  ]
}

const names = (sites: readonly PoolSite[]) => sites.map(({ name }) => name).join(', ')

/** Shared or dedicated like its pools, hybrid when it has both; and tiered when pools of a type differ in class. */
export function tenantIsolation(
  world: PoolContext,
  pools: readonly { readonly site: PoolSite; readonly isolation: PoolIsolation }[],
): TenantIsolation {
  const has = (strategy: string) => pools.some(({ isolation }) => isolation.strategy === strategy)
  const [shared, dedicated] = [has('shared'), has('dedicated')]
  const mix: readonly TenantStrategy[] = shared && dedicated ? ['hybrid'] : shared ? ['shared'] : ['dedicated']
  const tiered: readonly TenantStrategy[] = isTiered(
    world,
    pools.map(({ site }) => site),
  )
    ? ['tiered']
    : []
  const kept = pools.some(({ isolation }) => isolation.kept === false) ? { kept: false } : {}
  return { strategies: [...(shared || dedicated ? mix : []), ...tiered], ...kept }
}

function isTiered(world: PoolContext, sites: readonly PoolSite[]): boolean {
  return (['hypervisor', 'storage'] as const).some((type) => {
    const tiers = sites.filter((site) => site.type === type).flatMap((site) => tierOf(world, site) ?? [])
    return new Set(tiers).size > 1
  })
}

/** What a pool is made of: its device class, or the tier it is labelled with. */
export function tierOf(world: PoolContext, site: PoolSite): string | undefined {
  const asked = textAt(site.claim?.object, 'spec.ceph.deviceClass') ?? textAt(site.claim?.object, 'spec.labels.tier')
  if (asked || site.type !== 'storage') return asked
  const ceph = membersOf(world, site, 'CephCluster.ceph.rook.io')[0]
  const classes = listAt(ceph?.object, 'status.storage.deviceClasses').flatMap((each) => textAt(each, 'name') ?? [])
  return classes.length > 0 ? classes.sort().join('+') : undefined
}
