// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../../model/graph/assessment.ts'
import { isChosen, isWhole, type Scope } from '../../model/landscape/scope.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { nothingMatches } from '../shared/no-match-error.ts'
import { type PoolIsolation, poolIsolation } from './isolation.ts'
import { POOL_CLAIMS, type PoolContext, type PoolSite, poolSites, poolWorld } from './sites.ts'
import { type PoolUser, tenantsIn, tenantsOf } from './tenants.ts'

/** Pools, tenants and their relations, computed once for all pool commands. */
export interface PoolIndex {
  readonly assessment: Assessment
  readonly world: PoolContext
  readonly sites: readonly PoolSite[]
  readonly tenants: readonly PoolUser[]
  usersOf(site: PoolSite): readonly PoolUser[]
  /** Throws when a limited scope contains no pool. */
  within(scope: Scope): readonly PoolSite[]
  sitesOf(tenant: PoolUser): readonly PoolSite[]
  isolationOf(site: PoolSite): PoolIsolation
}

export function poolView(snapshot: Snapshot, assessment: Assessment): PoolIndex {
  const context = poolWorld(assessment.graph, snapshot)
  const sites = poolSites(context)
  const tenants = tenantsOf(assessment.graph)
  const users = new Map(sites.map((site) => [site, tenantsIn(tenants, site)]))
  const usersOf = (site: PoolSite) => users.get(site) ?? []
  const isolation = new Map(sites.map((site) => [site, poolIsolation({ world: context, sites }, site, usersOf(site))]))
  return {
    assessment,
    world: context,
    sites,
    tenants,
    usersOf,
    within: (scope) => {
      const inScope = sites.filter((site) => isWithin(site, usersOf(site), scope))
      if (inScope.length > 0 || isWhole(scope)) return inScope
      throw nothingMatches(
        { what: 'pool', kinds: POOL_CLAIMS, roles: ['management'], all: sites.map(namespacedName) },
        scope,
        snapshot,
      )
    },
    sitesOf: (tenant) => sites.filter((site) => usersOf(site).includes(tenant)),
    isolationOf: (site) => isolation.get(site) ?? { strategy: 'unknown', labelled: false, reasons: [] },
  }
}

const namespacedName = ({ name, claim }: PoolSite) => ({
  name,
  ...(claim?.namespace ? { namespace: claim.namespace } : {}),
})

function isWithin(site: PoolSite, users: readonly PoolUser[], scope: Scope): boolean {
  const { region, tenant, pool } = scope
  return (
    isChosen(site.claim?.object, scope) &&
    (region === undefined || site.region === region) &&
    (pool === undefined || site.name === pool) &&
    (tenant === undefined || users.some(({ node }) => node.name === tenant || node.namespace === tenant))
  )
}
