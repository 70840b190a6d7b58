// SPDX-License-Identifier: Apache-2.0

import type { Cause } from '../../assess/causes.ts'
import { causeFinder } from '../../assess/root-cause-path.ts'
import { explainSubject } from '../../assess/why.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { isWhole, type Scope, scopeReport } from '../../model/landscape/scope.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { textAt } from '../../model/object/fields.ts'
import { API_VERSION, type Report, type Status } from '../../model/report/report.ts'
import { poolParts } from '../pools/parts.ts'
import { poolView } from '../pools/pool-index.ts'
import { knownStates, type PoolRow, poolRow } from '../pools/report.ts'
import { verdictStates } from '../shared/affecting-states.ts'
import { completenessOf } from '../shared/completeness.ts'
import { dependenciesOf } from '../shared/dependencies.ts'
import { type NodeReport, nodeReport } from '../shared/object-row.ts'
import { phaseOrder } from '../shared/phase-order.ts'
import { type UnreachableCluster, unreachableCluster } from '../shared/unreachable.ts'
import { verdictOf } from '../shared/verdict.ts'
import { keysCompared } from './keys-compared.ts'
import { donePhases } from './phase-requests.ts'
import { type Phase, phasesOf } from './phases.ts'
import { type RootCause, rootCauseOf } from './root-cause.ts'
import { type UnreadPlanes, unreadPlanes } from './unread-planes.ts'

export interface PhaseReport {
  readonly id: Phase['id']
  readonly title: string
  readonly state: Phase['state']
  /** Unhealthy members, worst first; the others are only counted. */
  readonly members: readonly NodeReport[]
  readonly count: number
  /** The state that views show: blocked where `state` is waiting. */
  readonly status: Status
  readonly waitsFor?: string
  /** The phase that blocks it, the same as `waitsFor`. */
  readonly blockedBy?: string
  /** Only the cached copy of the ControlPlane reports it, as done. */
  readonly copied?: 'done'
}

export interface StatusRow extends NodeReport {
  readonly region?: string
  readonly phases: readonly PhaseReport[]
  readonly blocker?: NodeReport
  /** What `blocker` reports, since when, and what it blocks. */
  readonly rootCause?: RootCause
  /** The blocker is hidden because nothing of its cluster could be read. */
  readonly unreachable?: UnreachableCluster
}

export interface StatusReport extends Report {
  readonly kind: 'Status'
  readonly clusters: readonly StatusRow[]
  readonly pools: readonly PoolRow[]
  /** Unreadable clusters that could hold more OpenStack clusters than those listed. */
  readonly mayHoldMore?: readonly string[]
  /** Secrets were read, so that keys were compared with their sources. */
  readonly keysCompared: boolean
  /** Objects known only from copies cached by Crossplane, and whether these count as read. */
  readonly copies?: { readonly count: number; readonly accepted: boolean }
}

export interface StatusInput {
  readonly subjects: readonly GraphNode[]
  readonly causes: readonly Cause[]
  readonly allowIncomplete: boolean
  readonly scope: Scope
  /** Count only the pools that the subjects use. */
  readonly onlyUsedPools?: boolean
  /** Cached copies count as read. */
  readonly acceptCached?: boolean
}

/** One row per OpenStack cluster with its phases, state and root cause. */
export function statusReport(
  snapshot: Snapshot,
  assessment: Assessment,
  { subjects, causes, allowIncomplete, scope, onlyUsedPools = !isWhole(scope), acceptCached = false }: StatusInput,
): StatusReport {
  const pools = poolsIn(snapshot, assessment, onlyUsedPools ? subjects : undefined)
  const states = [...subjects.flatMap((node) => verdictStates(assessment, node)), ...pools.flatMap(knownStates)]
  const causeOf = causeFinder(assessment, phaseOrder)
  const unread = onlyUsedPools ? NO_PLANES : unreadPlanes(snapshot, assessment.graph)
  const rows = [...subjects.map((node) => rowOf(assessment, node, causes, causeOf)), ...unread.rows]
  const copies = countCopies(assessment, subjects)
  return {
    apiVersion: API_VERSION,
    kind: 'Status',
    ...verdictOf({ snapshot, states, allowIncomplete }),
    completeness: completenessOf(
      snapshot.clusters.map(({ label }) => label),
      snapshot.gaps,
    ),
    ...scopeReport(scope),
    ...(copies > 0 ? { copies: { count: copies, accepted: acceptCached } } : {}),
    clusters: rows.map((row) => withUnreachable(row, snapshot)),
    pools,
    ...(unread.mayHoldMore.length > 0 ? { mayHoldMore: unread.mayHoldMore } : {}),
    keysCompared: keysCompared(snapshot),
  }
}

const NO_PLANES: UnreadPlanes = { rows: [], mayHoldMore: [] }

function withUnreachable(row: StatusRow, { gaps }: Snapshot): StatusRow {
  const unreachable = row.blocker && unreachableCluster(gaps, row.blocker)
  return unreachable ? { ...row, unreachable } : row
}

/** The pools that the OpenStack clusters in scope use, each in the state that `pools` shows. */
function poolsIn(
  snapshot: Snapshot,
  assessment: Assessment,
  users: readonly GraphNode[] | undefined,
): readonly PoolRow[] {
  const index = poolView(snapshot, assessment)
  return index.sites
    .filter((site) => site.type !== 'control-plane')
    .filter((site) => !users || index.usersOf(site).some(({ node }) => users.includes(node)))
    .map((site) => ({
      ...poolRow(index, site, poolParts(index, site, snapshot)),
      tenants: index
        .usersOf(site)
        .map(({ node }) => node.name)
        .sort(),
    }))
    .sort((a, b) => (a.type < b.type ? -1 : a.type > b.type ? 1 : 0))
}

function countCopies({ graph }: Assessment, subjects: readonly GraphNode[]): number {
  if (!graph.nodes.values().some(({ source }) => source === 'cached')) return 0
  const nodes = new Set(subjects.flatMap((subject) => dependenciesOf(graph, subject)))
  return [...nodes].filter(({ source }) => source === 'cached').length
}

type CauseOf = (node: GraphNode) => GraphNode

function rowOf(assessment: Assessment, node: GraphNode, causes: readonly Cause[], causeOf: CauseOf): StatusRow {
  const region = textAt(node.object, 'spec.region') ?? textAt(node.object, 'spec.global.region')
  const [first] = explainSubject(assessment, causes, node, phaseOrder).causes
  const done = donePhases(copiedPlane(assessment, node))
  const phases = phasesOf(assessment, node)
  return {
    ...nodeReport(assessment, node),
    ...(region ? { region } : {}),
    phases: phases.map((phase) => ({
      ...phaseReport(assessment, phase, causeOf),
      ...(done.has(phase.id) && phase.members.every(isUnread) ? { copied: 'done' as const } : {}),
    })),
    ...(first
      ? { blocker: nodeReport(assessment, first.subject), rootCause: rootCauseOf(assessment, node, first, phases) }
      : {}),
  }
}

const isUnread = ({ source }: GraphNode) => source === 'unseen'

/** The ControlPlane of a subject if only a cached copy is known. */
function copiedPlane({ graph }: Assessment, subject: GraphNode): GraphNode | undefined {
  const copies = new Set(graph.of(CONTROL_PLANE).filter(({ source, stale }) => source === 'cached' && stale !== true))
  return copies.size === 0 ? undefined : dependenciesOf(graph, subject).find((node) => copies.has(node))
}

const CONTROL_PLANE = 'ControlPlane.c5c3.io'

function phaseReport(
  assessment: Assessment,
  { id, title, state, members, waitsFor }: Phase,
  causeOf: CauseOf,
): PhaseReport {
  const unhealthy = members.filter(({ id }) => !isFine(assessment.own(id).state))
  const shown = unhealthy.map((node) => nodeReport(assessment, node, causeOf))
  return {
    id,
    title,
    state,
    status: state === 'waiting' ? 'blocked' : state,
    members: shown,
    count: members.length,
    ...(waitsFor ? { waitsFor, blockedBy: waitsFor } : {}),
  }
}
