// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../../model/graph/assessment.ts'
import { type Scope, scopeReport } from '../../model/landscape/scope.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { countAt } from '../../model/object/fields.ts'
import { quantityAt } from '../../model/object/quantity.ts'
import { API_VERSION, type Report, type State } from '../../model/report/report.ts'
import { completenessOf } from '../shared/completeness.ts'
import { verdictOf } from '../shared/verdict.ts'
import { type Amount, amountsOf, type PoolAmounts, sum } from './amounts.ts'
import { findPool } from './find-pool.ts'
import { poolParts } from './parts.ts'
import { poolView } from './pool-index.ts'
import { knownStates, poolRow } from './report.ts'
import { membersOf, type PoolContext, type PoolSite, type PoolType } from './sites.ts'

/** Quotas of the RBD pools of a storage pool. */
export interface Quotas {
  /** Sum of all quotas, without replicas. */
  readonly bytes: number
  /** The sum including replicas; absent if a pool does not report its replica count. */
  readonly rawBytes?: number
  readonly limited: number
  readonly unlimited: number
}

export interface PoolCapacity {
  readonly name: string
  readonly type: PoolType
  readonly region?: string
  readonly tier?: string
  readonly state: State
  readonly amounts: PoolAmounts
  readonly quotas?: Quotas
}

/** Totals of hypervisor and storage pools. Pools with unknown use are left out, and `unavailable` names them. */
export type CapacityTotal = Pick<PoolAmounts, 'vcpus' | 'memoryBytes' | 'cephBytes'>

export interface PoolCapacityReport extends Report {
  readonly kind: 'PoolCapacity'
  readonly regions: readonly {
    readonly region?: string
    readonly pools: readonly PoolCapacity[]
    readonly total: CapacityTotal
  }[]
  readonly total: CapacityTotal
}

export interface CapacityInput {
  readonly pool?: string
  readonly scope: Scope
  readonly allowIncomplete: boolean
}

export function poolCapacityReport(
  snapshot: Snapshot,
  assessment: Assessment,
  { pool, scope, allowIncomplete }: CapacityInput,
): PoolCapacityReport {
  const view = poolView(snapshot, assessment)
  const sites = pool === undefined ? view.within(scope) : [findPool(view, snapshot, pool)]
  const rows = sites.map((site) => ({ site, row: poolRow(view, site, poolParts(view, site, snapshot)) }))
  const pools = rows.map(({ site, row: { name, type, region, tier, state } }): PoolCapacity => {
    const quotas = type === 'storage' ? quotasOf(view.world, site) : undefined
    return {
      name,
      type,
      ...(region ? { region } : {}),
      ...(tier ? { tier } : {}),
      state,
      amounts: amountsOf(assessment, view.world, site),
      ...(quotas ? { quotas } : {}),
    }
  })
  return {
    apiVersion: API_VERSION,
    kind: 'PoolCapacity',
    ...verdictOf({ snapshot, states: rows.flatMap(({ row }) => knownStates(row)), allowIncomplete }),
    completeness: completenessOf(
      snapshot.clusters.map(({ label }) => label),
      snapshot.gaps,
    ),
    ...(pool === undefined ? scopeReport(scope) : {}),
    regions: [...Map.groupBy(pools, ({ region }) => region)].map(([region, members]) => ({
      ...(region === undefined ? {} : { region }),
      pools: members,
      total: totalOf(members),
    })),
    total: totalOf(pools),
  }
}

function quotasOf(context: PoolContext, site: PoolSite): Quotas | undefined {
  const pools = membersOf(context, site, 'CephBlockPool.ceph.rook.io').map(({ object }) => ({
    bytes: quantityAt(object, 'spec.quotas.maxSize') || countAt(object, 'spec.quotas.maxBytes'),
    copies: countAt(object, 'spec.replicated.size'),
  }))
  if (pools.length === 0) return undefined
  const limited = pools.filter(({ bytes }) => bytes)
  const hasCopies = limited.every(({ copies }) => copies)
  return {
    bytes: sum(limited.map(({ bytes }) => bytes)),
    ...(hasCopies ? { rawBytes: sum(limited.map(({ bytes = 0, copies = 0 }) => bytes * copies)) } : {}),
    limited: limited.length,
    unlimited: pools.length - limited.length,
  }
}

function totalOf(pools: readonly PoolCapacity[]): CapacityTotal {
  const totalFor = (type: PoolType, pick: (amounts: PoolAmounts) => Amount | undefined) =>
    addAmounts(
      pools.flatMap((pool) => (pool.type === type ? [{ name: pool.name, amount: pick(pool.amounts) ?? {} }] : [])),
    )
  const [vcpus, memoryBytes] = [totalFor('hypervisor', (a) => a.vcpus), totalFor('hypervisor', (a) => a.memoryBytes)]
  const cephBytes = totalFor('storage', (a) => a.cephBytes)
  return {
    ...(vcpus ? { vcpus } : {}),
    ...(memoryBytes ? { memoryBytes } : {}),
    ...(cephBytes ? { cephBytes } : {}),
  }
}

function addAmounts(amounts: readonly { readonly name: string; readonly amount: Amount }[]): Amount | undefined {
  if (amounts.length === 0) return undefined
  const complete = amounts.filter(({ amount }) => amount.total !== undefined && amount.used !== undefined)
  const excluded = amounts.filter((each) => !complete.includes(each)).map(({ name }) => `${name} is not counted`)
  const partial = complete.flatMap(({ name, amount }) => (amount.unavailable ? [`${name}: ${amount.unavailable}`] : []))
  const unavailable = [...excluded, ...partial].join('; ')
  return {
    ...(complete.length > 0
      ? {
          total: sum(complete.map(({ amount }) => amount.total)),
          used: sum(complete.map(({ amount }) => amount.used)),
          free: sum(complete.map(({ amount }) => amount.free)),
        }
      : {}),
    ...(unavailable === '' ? {} : { unavailable }),
  }
}
