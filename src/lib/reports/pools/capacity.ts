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

/** What the RBD pools of a storage pool may become, by their quotas. */
export interface Quotas {
  /** The sum of all quotas, without copies. */
  readonly bytes: number
  /** The same with all copies; left out when one of them does not say how many it keeps. */
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

/** What hypervisor and storage pools have together. A pool whose use is not known is not in the sums, which say so. */
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
  /** One pool only. */
  readonly pool?: string
  readonly scope: Scope
  readonly allowIncomplete: boolean
}

/** How much there is, how much is given away and how much is left, by pool and by region. */
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

function quotasOf(world: PoolContext, site: PoolSite): Quotas | undefined {
  const pools = membersOf(world, site, 'CephBlockPool.ceph.rook.io').map(({ object }) => ({
    bytes: quantityAt(object, 'spec.quotas.maxSize') || countAt(object, 'spec.quotas.maxBytes'),
    copies: countAt(object, 'spec.replicated.size'),
  }))
  if (pools.length === 0) return undefined
  const limited = pools.filter(({ bytes }) => bytes)
  const known = limited.every(({ copies }) => copies)
  return {
    bytes: sum(limited.map(({ bytes }) => bytes)),
    ...(known ? { rawBytes: sum(limited.map(({ bytes = 0, copies = 0 }) => bytes * copies)) } : {}),
    limited: limited.length,
    unlimited: pools.length - limited.length,
  }
}

function totalOf(pools: readonly PoolCapacity[]): CapacityTotal {
  const of = (type: PoolType, pick: (amounts: PoolAmounts) => Amount | undefined) =>
    added(pools.flatMap((pool) => (pool.type === type ? [{ name: pool.name, amount: pick(pool.amounts) ?? {} }] : [])))
  const [vcpus, memoryBytes] = [of('hypervisor', (a) => a.vcpus), of('hypervisor', (a) => a.memoryBytes)]
  const cephBytes = of('storage', (a) => a.cephBytes)
  return {
    ...(vcpus ? { vcpus } : {}),
    ...(memoryBytes ? { memoryBytes } : {}),
    ...(cephBytes ? { cephBytes } : {}),
  }
}

function added(amounts: readonly { readonly name: string; readonly amount: Amount }[]): Amount | undefined {
  if (amounts.length === 0) return undefined
  const whole = amounts.filter(({ amount }) => amount.total !== undefined && amount.used !== undefined)
  const others = amounts.filter((each) => !whole.includes(each)).map(({ name }) => `${name} is not counted`)
  const partly = whole.flatMap(({ name, amount }) => (amount.unavailable ? [`${name}: ${amount.unavailable}`] : []))
  const words = [...others, ...partly].join('; ')
  return {
    ...(whole.length > 0
      ? {
          total: sum(whole.map(({ amount }) => amount.total)),
          used: sum(whole.map(({ amount }) => amount.used)),
          free: sum(whole.map(({ amount }) => amount.free)),
        }
      : {}),
    ...(words === '' ? {} : { unavailable: words }),
  }
}
