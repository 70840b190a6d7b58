// SPDX-License-Identifier: Apache-2.0
import { rootCausePath } from '../../assess/root-cause-path.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import { isFine, worse } from '../../model/graph/health.ts'
import { isWhole, type Scope, scopeReport } from '../../model/landscape/scope.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { API_VERSION, type Report, type State } from '../../model/report/report.ts'
import { completenessOf } from '../shared/completeness.ts'
import { type NodeReport, nodeReport } from '../shared/object-row.ts'
import { verdictOf } from '../shared/verdict.ts'
import { amountsOf, type PoolAmounts } from './amounts.ts'
import { type PoolFacts, poolFacts } from './facts.ts'
import { type PoolIsolation, type TenantStrategy, tenantIsolation, tierOf } from './isolation.ts'
import { type PoolPart, partStates, poolParts } from './parts.ts'
import { type PoolIndex, poolView } from './pool-index.ts'
import type { PoolSite } from './sites.ts'
import { type PoolUser, tenantName } from './tenants.ts'

/** A pool with its capacity, use and tenants (namespace/name). */
export interface PoolRow extends PoolFacts {
  /** Device class or tier. */
  readonly tier?: string
  readonly amounts: PoolAmounts
  readonly isolation: PoolIsolation
  /** The root cause of its state. */
  readonly blocker?: NodeReport
}

export interface PoolTenant {
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  readonly region?: string
  readonly state: State
  readonly controlPlanes: readonly string[]
  readonly hypervisorPools: readonly string[]
  readonly storagePools: readonly string[]
  readonly strategies: readonly TenantStrategy[]
  /** False if a pool labelled for one tenant has several. */
  readonly kept?: boolean
}

export interface PoolsReport extends Report {
  readonly kind: 'Pools'
  readonly regions: readonly { readonly region?: string; readonly pools: readonly PoolRow[] }[]
  readonly tenants: readonly PoolTenant[]
}

export interface PoolsInput {
  readonly scope: Scope
  readonly allowIncomplete: boolean
}

/** Every pool by region: state, capacity, tenants and isolation. */
export function poolsReport(
  snapshot: Snapshot,
  assessment: Assessment,
  { scope, allowIncomplete }: PoolsInput,
): PoolsReport {
  const view = poolView(snapshot, assessment)
  const sites = view.within(scope)
  const rows = sites.map((site) => poolRow(view, site, poolParts(view, site, snapshot)))
  const users = new Set(sites.flatMap((site) => view.usersOf(site)))
  return {
    apiVersion: API_VERSION,
    kind: 'Pools',
    ...verdictOf({ snapshot, states: rows.flatMap(poolVerdictState), allowIncomplete }),
    completeness: completenessOf(
      snapshot.clusters.map(({ label }) => label),
      snapshot.gaps,
    ),
    ...scopeReport(scope),
    regions: [...Map.groupBy(rows, ({ region }) => region)].map(([region, pools]) => ({
      ...(region === undefined ? {} : { region }),
      pools,
    })),
    tenants: view.tenants
      .filter((tenant) => isWhole(scope) || users.has(tenant))
      .map((tenant) => tenantRow(view, tenant)),
  }
}

/** Broken isolation degrades the verdict. */
export function poolVerdictState({ isolation, ...row }: PoolRow): readonly State[] {
  return isolation.kept === false ? [...knownStates(row), 'degraded'] : knownStates(row)
}

/** The pool's state and, if it is unknown, its first known problem. */
export function knownStates({ state, blocker }: Pick<PoolRow, 'state' | 'blocker'>): readonly State[] {
  if (state !== 'unknown' || !blocker || isFine(blocker.own)) return [state]
  // the object is only unknown, but its controller is known to be down
  return [state, blocker.reason === 'ControllerNotRunning' ? 'degraded' : blocker.own]
}

export function poolRow(view: PoolIndex, site: PoolSite, parts: readonly PoolPart[]): PoolRow {
  const tier = tierOf(view.world, site)
  const users = view.usersOf(site).map(tenantName).sort()
  const facts = poolFacts(view.assessment, view.world, site, users)
  const state = partStates(site, parts).reduce(worse, facts.state)
  const blocker = isFine(state) ? undefined : blockerOf(view.assessment, site, parts)
  return {
    ...facts,
    state,
    ...(tier ? { tier } : {}),
    amounts: amountsOf(view.assessment, view.world, site),
    isolation: view.isolationOf(site),
    ...(blocker ? { blocker } : {}),
  }
}

/** The root cause the claim reports explains more than a part the claim does not reference. */
function blockerOf(assessment: Assessment, { claim }: PoolSite, parts: readonly PoolPart[]): NodeReport | undefined {
  const problems = parts.flatMap((part) => part.problems)
  const cause = claim && rootCausePath(assessment, claim.id)?.at(-1)
  if (!cause) return problems[0]
  const { reason, state } = assessment.own(cause.id)
  // TooFew only counts members; the failed one is the cause
  const member = reason === 'TooFew' && problems.find((node) => node.own === 'failed' && node.source === 'live')
  return member && state !== 'failed' ? member : nodeReport(assessment, cause)
}

function tenantRow(view: PoolIndex, tenant: PoolUser): PoolTenant {
  const { node, region } = tenant
  const sites = view.sitesOf(tenant)
  const pools = (type: PoolSite['type']) => sites.filter((site) => site.type === type).map(({ name }) => name)
  const isolated = sites
    .filter(({ type }) => type !== 'control-plane')
    .map((site) => ({ site, isolation: view.isolationOf(site) }))
  return {
    kind: node.kind,
    ...(node.namespace === undefined ? {} : { namespace: node.namespace }),
    name: node.name,
    ...(region ? { region } : {}),
    state: view.assessment.state(node.id),
    controlPlanes: pools('control-plane'),
    hypervisorPools: pools('hypervisor'),
    storagePools: pools('storage'),
    ...tenantIsolation(view.world, isolated),
  }
}
