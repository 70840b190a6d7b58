// SPDX-License-Identifier: Apache-2.0
import { alsoFound } from '../../assess/also-found.ts'
import type { Cause } from '../../assess/causes.ts'
import { type ExplainedSubject, explainSubject } from '../../assess/why.ts'
import { FINDING_SEVERITIES } from '../../model/check/check.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode, NodeId } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import type { Gap } from '../../model/landscape/gap.ts'
import { isWhole, type Scope, scopeReport } from '../../model/landscape/scope.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { API_VERSION, type Report } from '../../model/report/report.ts'
import { verdictStates } from '../shared/affecting-states.ts'
import { completenessOf } from '../shared/completeness.ts'
import { distinctNodes } from '../shared/group-findings.ts'
import { type NodeReport, nodeReport } from '../shared/object-row.ts'
import { phaseOrder } from '../shared/phase-order.ts'
import { verdictOf } from '../shared/verdict.ts'
import { type CauseReport, causeReport } from './cause-report.ts'

/** Everything unhealthy in the fleet, explained. */
export interface WhyFleetReport extends Report {
  readonly kind: 'WhyFleet'
  /** Unhealthy OpenStack clusters and pools. */
  readonly subjects: readonly NodeReport[]
  /** How many OpenStack clusters were found. */
  readonly openStackClusters: number
  readonly causes: readonly CauseReport[]
  /** Findings that explain no failure. */
  readonly beside: readonly CauseReport[]
  readonly unseen: readonly Gap[]
}

export interface WhyFleetInput {
  readonly snapshot: Snapshot
  readonly assessment: Assessment
  readonly causes: readonly Cause[]
  readonly scope: Scope
  readonly openStackClusters: readonly GraphNode[]
  readonly pools: readonly GraphNode[]
  readonly allowIncomplete: boolean
}

/** The root causes of all that is unhealthy, worst first. With a scope: of what the scope covers. */
export function whyFleetReport(input: WhyFleetInput): WhyFleetReport {
  const { snapshot, assessment, causes, scope, openStackClusters, pools, allowIncomplete } = input
  const all = [...openStackClusters, ...pools]
  const subjects = all.filter(({ id }) => !isFine(assessment.state(id)))
  const explained = new Map<Cause | NodeId, ExplainedSubject>()
  for (const subject of subjects)
    for (const one of explainSubject(assessment, causes, subject, phaseOrder).causes) {
      const key = one.cause ?? one.subject.id
      if (!explained.has(key)) explained.set(key, one)
    }
  const notes = alsoFound(assessment, causes)
  const others = isWhole(scope) ? causes.filter((cause) => !explained.has(cause)) : []
  const alone = (cause: Cause): ExplainedSubject => ({
    cause,
    subject: cause.subject,
    path: [{ node: cause.subject }],
    consequences: cause.consequences,
  })
  for (const cause of others) if (!notes.has(cause)) explained.set(cause, alone(cause))
  const reports = [...explained.values()].map((one) => causeReport(assessment, one, snapshot))
  const states = [...explained.values()].flatMap(({ cause, subject }) => (cause ? [assessment.state(subject.id)] : []))
  const labels = snapshot.clusters.map(({ label }) => label)
  const completeness = completenessOf(labels, snapshot.gaps)
  return {
    apiVersion: API_VERSION,
    kind: 'WhyFleet',
    ...verdictOf({
      snapshot,
      states: [...all.flatMap((one) => verdictStates(assessment, one)), ...states],
      allowIncomplete,
    }),
    completeness,
    ...scopeReport(scope),
    subjects: subjects.map((node) => nodeReport(assessment, node)),
    openStackClusters: openStackClusters.length,
    causes: oncePerUnreachable(reports).sort(byWeight),
    beside: others.filter((cause) => notes.has(cause)).map((cause) => causeReport(assessment, alone(cause), snapshot)),
    unseen: completeness.gaps,
  }
}

/** Many objects are unknown because of one unreachable cluster. */
function oncePerUnreachable(causes: readonly CauseReport[]): CauseReport[] {
  const byCluster = Map.groupBy(causes, (cause) => cause.unreachable?.cluster ?? cause)
  return [...byCluster.values()].flatMap((same) => {
    const [first] = same
    if (!first || same.length === 1) return same
    const openStackClusters = [...new Set(same.flatMap((one) => one.openStackClusters))].sort()
    return [{ ...first, openStackClusters, consequences: distinctNodes(same.map((one) => one.consequences)) }]
  })
}

/** The stable sort keeps the order of `why NAME` between causes that affect as many OpenStack clusters. */
const byWeight = (a: CauseReport, b: CauseReport): number =>
  Number(a.unreachable !== undefined) - Number(b.unreachable !== undefined) ||
  FINDING_SEVERITIES.indexOf(a.severity) - FINDING_SEVERITIES.indexOf(b.severity) ||
  b.openStackClusters.length - a.openStackClusters.length
