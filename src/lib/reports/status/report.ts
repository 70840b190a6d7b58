// SPDX-License-Identifier: Apache-2.0

import { firstBlocker } from '../../assess/first-blocker.ts'
import { causeFinder } from '../../assess/root-cause-path.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { isWhole, type Scope, scopeReport } from '../../model/landscape/scope.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { textAt } from '../../model/object/fields.ts'
import { API_VERSION, type Report } from '../../model/report/report.ts'
import { type PoolFacts, poolsOf } from '../pools/facts.ts'
import { verdictStates } from '../shared/affecting-states.ts'
import { completenessOf } from '../shared/completeness.ts'
import { dependenciesOf } from '../shared/dependencies.ts'
import { type NodeReport, nodeReport } from '../shared/object-row.ts'
import { phaseOrder } from '../shared/phase-order.ts'
import { verdictOf } from '../shared/verdict.ts'
import { donePhases } from './phase-requests.ts'
import { type Phase, phasesOf } from './phases.ts'

export interface PhaseReport {
  readonly id: Phase['id']
  readonly title: string
  readonly state: Phase['state']
  /** Unhealthy members, worst first; the others are only counted. */
  readonly members: readonly NodeReport[]
  readonly count: number
  readonly waitsFor?: string
  /** Only the cached copy of the ControlPlane reports it, as done. */
  readonly copied?: 'done'
}

export interface StatusRow extends NodeReport {
  readonly region?: string
  readonly phases: readonly PhaseReport[]
  readonly blocker?: NodeReport
}

export interface StatusReport extends Report {
  readonly kind: 'Status'
  readonly clusters: readonly StatusRow[]
  readonly pools: readonly PoolFacts[]
  /** Objects known only from copies cached by Crossplane, and whether these count as read. */
  readonly copies?: { readonly count: number; readonly accepted: boolean }
}

export interface StatusInput {
  readonly subjects: readonly GraphNode[]
  readonly allowIncomplete: boolean
  readonly scope: Scope
  /** Cached copies count as read. */
  readonly acceptCached?: boolean
}

/** One row per OpenStack cluster with its phases, state and root cause. */
export function statusReport(
  snapshot: Snapshot,
  assessment: Assessment,
  { subjects, allowIncomplete, scope, acceptCached = false }: StatusInput,
): StatusReport {
  const states = subjects.flatMap((node) => verdictStates(assessment, node))
  const causeOf = causeFinder(assessment, phaseOrder)
  const names = new Set(subjects.map(({ name }) => name))
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
    clusters: subjects.map((node) => rowOf(assessment, node, causeOf)),
    pools: poolsOf(assessment, snapshot).filter(
      ({ tenants }) => isWhole(scope) || tenants.some((tenant) => names.has(tenant)),
    ),
  }
}

function countCopies({ graph }: Assessment, subjects: readonly GraphNode[]): number {
  if (!graph.nodes.values().some(({ source }) => source === 'cached')) return 0
  const nodes = new Set(subjects.flatMap((subject) => dependenciesOf(graph, subject)))
  return [...nodes].filter(({ source }) => source === 'cached').length
}

type CauseOf = (node: GraphNode) => GraphNode

function rowOf(assessment: Assessment, node: GraphNode, causeOf: CauseOf): StatusRow {
  const region = textAt(node.object, 'spec.region') ?? textAt(node.object, 'spec.global.region')
  const blocker = firstBlocker(assessment, node.id, phaseOrder)
  const done = donePhases(copiedPlane(assessment, node))
  return {
    ...nodeReport(assessment, node),
    ...(region ? { region } : {}),
    phases: phasesOf(assessment, node).map((phase) => ({
      ...phaseReport(assessment, phase, causeOf),
      ...(done.has(phase.id) && phase.members.every(isUnread) ? { copied: 'done' as const } : {}),
    })),
    ...(blocker ? { blocker: nodeReport(assessment, blocker) } : {}),
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
  return { id, title, state, members: shown, count: members.length, ...(waitsFor ? { waitsFor } : {}) }
}
