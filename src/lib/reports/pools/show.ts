// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../../model/graph/assessment.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { API_VERSION, type Report } from '../../model/report/report.ts'
import { completenessOf } from '../shared/completeness.ts'
import { verdictOf } from '../shared/verdict.ts'
import { findPool } from './find-pool.ts'
import { type MonitorQuorum, monitorQuorum } from './monitors.ts'
import { type PoolPart, poolParts } from './parts.ts'
import { poolView } from './pool-index.ts'
import { type PoolRow, poolRow, poolVerdictState } from './report.ts'
import { type PoolTenancy, tenancyOf } from './tenancy.ts'

export interface PoolReport extends Report {
  readonly kind: 'Pool'
  readonly pool: PoolRow
  /** From the claim down to the agents. */
  readonly parts: readonly PoolPart[]
  readonly quorum?: MonitorQuorum
  readonly tenants: readonly PoolTenancy[]
}

export interface PoolShowInput {
  readonly name: string
  readonly allowIncomplete: boolean
}

/** One pool: parts, problems, monitors and tenant isolation. */
export function poolReport(
  snapshot: Snapshot,
  assessment: Assessment,
  { name, allowIncomplete }: PoolShowInput,
): PoolReport {
  const view = poolView(snapshot, assessment)
  const site = findPool(view, snapshot, name)
  const parts = poolParts(view, site, snapshot)
  const pool = poolRow(view, site, parts)
  const quorum = monitorQuorum(assessment, view.world, site)
  return {
    apiVersion: API_VERSION,
    kind: 'Pool',
    ...verdictOf({ snapshot, states: poolVerdictState(pool), allowIncomplete }),
    completeness: completenessOf(
      snapshot.clusters.map(({ label }) => label),
      snapshot.gaps,
    ),
    pool,
    parts,
    ...(quorum ? { quorum } : {}),
    tenants: view.usersOf(site).map((tenant) => tenancyOf(view, site, tenant)),
  }
}
