// SPDX-License-Identifier: Apache-2.0

import { worse } from '../../model/graph/health.ts'
import { CLUSTER_FAULTS } from '../../model/landscape/fault.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { EXIT } from '../../model/report/errors.ts'
import { API_VERSION, type Report, type State } from '../../model/report/report.ts'
import { completenessOf } from '../shared/completeness.ts'
import type { WhyReport } from '../why/report.ts'

export interface WaitRow {
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  readonly cluster: string
  /** A recreated object with the same name does not match. */
  readonly uid?: string
  readonly outcome: 'met' | 'waiting' | 'impossible'
  readonly state: State
  readonly says: string
}

export interface WaitReport extends Report {
  readonly kind: 'Wait'
  /** The value of --for. */
  readonly for: string
  readonly outcome: 'met' | 'deadline' | 'impossible'
  readonly objects: readonly WaitRow[]
  /** After a timeout: why each remaining object has not reached the goal. */
  readonly why: readonly WhyReport[]
}

export interface WaitInput {
  readonly snapshot: Snapshot
  readonly goal: string
  readonly rows: readonly WaitRow[]
  readonly why: readonly WhyReport[]
}

export function waitReport({ snapshot, goal, rows, why }: WaitInput): WaitReport {
  const outcome = rows.some((row) => row.outcome === 'impossible')
    ? 'impossible'
    : rows.every((row) => row.outcome === 'met')
      ? 'met'
      : 'deadline'
  const states = rows.flatMap((row) => (row.outcome === 'met' ? [] : [row.state]))
  return {
    apiVersion: API_VERSION,
    kind: 'Wait',
    verdict: outcome === 'met' ? 'healthy' : states.reduce<State>(worse, 'progressing'),
    exitCode:
      outcome === 'deadline' && rows.some((row) => isUnreachable(row, snapshot)) ? EXIT.noAccess : EXITS[outcome],
    completeness: completenessOf(
      snapshot.clusters.map(({ label }) => label),
      snapshot.gaps,
    ),
    for: goal,
    outcome,
    objects: rows,
    why,
  }
}

const EXITS = { met: EXIT.ok, deadline: EXIT.deadline, impossible: EXIT.findings } as const

/** The cluster was unreachable when the timeout expired. */
const isUnreachable = ({ outcome, cluster, kind }: WaitRow, { gaps }: Snapshot) =>
  outcome === 'waiting' &&
  gaps.some(
    (gap) =>
      gap.cluster === cluster &&
      (gap.kind === undefined || gap.kind.split('.')[0] === kind) &&
      CLUSTER_FAULTS.has(gap.fault),
  )
