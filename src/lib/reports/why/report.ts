// SPDX-License-Identifier: Apache-2.0
import type { Cause } from '../../assess/causes.ts'
import { explainSubject, type WhyStep } from '../../assess/why.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import type { Gap } from '../../model/landscape/gap.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { conditionNamed } from '../../model/object/conditions.ts'
import { API_VERSION, type Report } from '../../model/report/report.ts'
import { verdictStates } from '../shared/affecting-states.ts'
import { completenessOf } from '../shared/completeness.ts'
import { ageOf, lastChangeOf, type NodeReport, nodeReport, objectAddress } from '../shared/object-row.ts'
import { phaseOrder } from '../shared/phase-order.ts'
import { verdictOf } from '../shared/verdict.ts'
import { type CauseReport, causeReport, type EvidenceReport, evidenceReport } from './cause-report.ts'

/** The Ready condition of a copy that Crossplane keeps of an object whose cluster could not be read. */
export interface LastKnown {
  /** KIND/NAMESPACE/NAME@CLUSTER */
  readonly object: string
  readonly ready: string
  /** Age of the newest time in the copy. */
  readonly age?: string
}

export interface WhyReport extends Report {
  readonly kind: 'Why'
  readonly subject: NodeReport
  /** Evidence for a healthy object. */
  readonly evidence: readonly EvidenceReport[]
  readonly causes: readonly CauseReport[]
  /** Findings about it and its dependencies that explain no failure. */
  readonly beside: readonly CauseReport[]
  readonly unseen: readonly Gap[]
  /** Of the nearest cached object on the path to a cluster that could not be read. */
  readonly lastKnown?: LastKnown
}

export interface WhyInput {
  readonly snapshot: Snapshot
  readonly assessment: Assessment
  readonly causes: readonly Cause[]
  readonly subject: GraphNode
  readonly allowIncomplete: boolean
}

/** The root causes of an object's state, those that explain most first. */
export function whyReport({ snapshot, assessment, causes, subject, allowIncomplete }: WhyInput): WhyReport {
  const { causes: explained, beside } = explainSubject(assessment, causes, subject, phaseOrder)
  const labels = snapshot.clusters.map(({ label }) => label)
  const own = assessment.own(subject.id)
  const reports = explained.map((one) => causeReport(assessment, one, snapshot))
  const lastKnown = reports[0]?.unreachable ? lastKnownOn(explained[0]?.path ?? [], assessment.now) : undefined
  return {
    apiVersion: API_VERSION,
    kind: 'Why',
    ...verdictOf({ snapshot, states: verdictStates(assessment, subject), allowIncomplete }),
    completeness: completenessOf(labels, snapshot.gaps),
    subject: nodeReport(assessment, subject),
    evidence: (own.evidence ?? []).map(({ path, value }) =>
      evidenceReport({ on: subject, path, value }, assessment.now),
    ),
    causes: reports,
    beside: beside.map((one) => causeReport(assessment, one, snapshot)),
    unseen: completenessOf(labels, snapshot.gaps).gaps,
    ...(lastKnown ? { lastKnown } : {}),
  }
}

function lastKnownOn(path: readonly WhyStep[], now: number): LastKnown | undefined {
  const copy = path.map(({ node }) => node).findLast(({ source, object }) => source === 'cached' && object)
  const ready = copy?.object && conditionNamed(copy.object, 'Ready')
  if (!copy || !ready) return undefined
  const age = ageOf(lastChangeOf(copy.object?.status).lastChange, now)
  return { object: objectAddress(copy), ready: ready.status, ...(age ? { age } : {}) }
}
