// SPDX-License-Identifier: Apache-2.0
import type { Cause } from '../../assess/causes.ts'
import type { ExplainedSubject, WhyStep } from '../../assess/why.ts'
import {
  effectOf,
  type FindingEffect,
  type FindingEvidence,
  type FindingSeverity,
  fixOf,
} from '../../model/check/check.ts'
import { c5c3, describe, type NextStep, type PrintedStep, printStep } from '../../model/check/next-step.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { kindName } from '../../model/graph/kind.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { ageOf, type NodeReport, nameOf, nodeReport } from '../shared/object-row.ts'
import { type UnreachableCluster, unreachableCluster } from '../shared/unreachable.ts'
import { openStackClustersAmong } from './openstack-clusters.ts'

export interface EvidenceReport {
  readonly cluster: string
  readonly object: string
  readonly path: string
  readonly value: string
  readonly since?: string
  readonly sinceAge?: string
}

export interface StepReport extends NodeReport {
  /** The field of the previous step that references this one. */
  readonly via?: string
}

/** A finding of another check that a cause explains; often it has the decisive fact. */
export interface ExplainedFinding {
  readonly check: string
  readonly mode: string
  readonly subject: NodeReport
  readonly message: string
}

export interface CauseReport {
  /** Id of the check; absent if only the object's own status reports the problem. */
  readonly check?: string
  readonly title?: string
  readonly severity: FindingSeverity
  /** What the finding does to its subject; note: it explains no failure unless nothing else does. */
  readonly effect?: FindingEffect
  readonly modes: readonly string[]
  readonly subject: NodeReport
  readonly state: NodeReport['state']
  /** Objects of the subject's kind in its cluster. */
  readonly kindCount: number
  readonly message: string
  readonly since?: string
  readonly sinceAge?: string
  readonly evidence: readonly EvidenceReport[]
  /** Findings of other checks that follow from this cause. */
  readonly explains: readonly ExplainedFinding[]
  /** From the subject of the report to the cause. */
  readonly path: readonly StepReport[]
  readonly consequences: readonly NodeReport[]
  /** NAMESPACE/NAME of the affected OpenStack clusters. */
  readonly openStackClusters: readonly string[]
  readonly fix?: string
  readonly next: readonly PrintedStep[]
  /** Nothing of the subject's cluster could be read: the cluster is the cause, nothing is known of the subject. */
  readonly unreachable?: UnreachableCluster
}

/** One explained cause with its evidence, dependency path, impact and next steps. */
export function causeReport(
  assessment: Assessment,
  { cause, subject, path, consequences }: ExplainedSubject,
  { gaps }: Snapshot,
): CauseReport {
  const own = assessment.own(subject.id)
  // a copy says how the object was, so the cluster that could not be read explains that its state is unknown
  const source = subject.source === 'cached' && own.state === 'unknown' ? 'unseen' : subject.source
  const unreachable = cause ? undefined : unreachableCluster(gaps, { source, cluster: subject.cluster.label })
  const evidence = evidenceOf(cause, subject, assessment).map((entry) => evidenceReport(entry, assessment.now))
  // the object's own condition may be older or newer than the finding, so the evidence decides
  const since = cause ? evidence.find((entry) => entry.since)?.since : own.since
  const sinceAge = ageOf(since, assessment.now)
  const next = [...(subject.object ? [describe(subject)] : []), ...(cause?.next ?? []), ...referrerSteps(path)]
  return {
    ...(cause ? { check: cause.check.id, title: cause.check.title, effect: effectOf(cause.check, cause) } : {}),
    severity: cause?.severity ?? 'error',
    modes: cause?.mode ? [cause.mode] : [],
    subject: nodeReport(assessment, subject),
    state: own.state,
    kindCount: kindCountOf(assessment, subject),
    message: cause?.message ?? unread(subject) ?? own.message ?? own.reason ?? '',
    ...(since ? { since } : {}),
    ...(sinceAge ? { sinceAge } : {}),
    evidence,
    explains: cause ? explainedFindings(assessment, cause) : [],
    path: path.map((step) => stepReport(assessment, step)),
    consequences: consequences.map((node) => nodeReport(assessment, node)),
    openStackClusters: openStackClustersAmong(assessment, [subject, ...consequences]),
    ...(cause ? { fix: fixOf(cause.check, cause) } : {}),
    next: [...new Map(next.map(printStep).map((step) => [step.command, step])).values()],
    ...(unreachable ? { unreachable } : {}),
  }
}

export const explainedFindings = (assessment: Assessment, { explains }: Cause): readonly ExplainedFinding[] =>
  explains.map(({ check, mode, subject, message }) => ({
    check: check.id,
    mode,
    subject: nodeReport(assessment, subject),
    message,
  }))

function evidenceOf(cause: Cause | undefined, subject: GraphNode, { own }: Assessment): readonly FindingEvidence[] {
  if (cause) return cause.evidence
  const { evidence = [], since } = own(subject.id)
  return evidence.map(({ path, value }) => ({ on: subject, path, value, ...(since ? { since } : {}) }))
}

const unread = ({ source, hidden, cluster }: GraphNode) =>
  source === 'unseen' ? `${cluster.label} could not be read: ${hidden?.message ?? 'no answer'}` : undefined

/** A missing object cannot be inspected, but the object that references it can. */
function referrerSteps(path: readonly WhyStep[]): readonly NextStep[] {
  const [last, referrer] = [path.at(-1)?.node, path.at(-2)?.node]
  if (last?.source === 'unseen') return [c5c3('contexts', 'check')]
  if (!last || last.object || !referrer?.object) return []
  return [describe(referrer), c5c3('tree', `${referrer.kind}/${referrer.name}@${referrer.cluster.label}`)]
}

/** Live objects of a kind in the cluster of one of them. */
export const kindCountOf = ({ graph }: Assessment, node: GraphNode): number =>
  graph.of(kindName(node)).filter(({ cluster, source }) => cluster === node.cluster && source === 'live').length

export function evidenceReport({ on, path, value, since }: FindingEvidence, now: number): EvidenceReport {
  const sinceAge = ageOf(since, now)
  return {
    cluster: on.cluster.label,
    object: nameOf(on),
    path,
    value,
    ...(since ? { since } : {}),
    ...(sinceAge ? { sinceAge } : {}),
  }
}

const stepReport = (assessment: Assessment, { node, via }: WhyStep): StepReport => ({
  ...nodeReport(assessment, node),
  ...(via ? { via } : {}),
})
