// SPDX-License-Identifier: Apache-2.0
import type { Cause } from '../assess/causes.ts'
import type { CheckResult, Outcome } from '../assess/check-results.ts'
import type { Assessment } from '../model/assessment.ts'
import type { Category, FindingSeverity } from '../model/check.ts'
import { describe, type NextStep } from '../model/next-step.ts'
import { API_VERSION, type Report, type State } from '../model/report.ts'
import type { Snapshot } from '../model/snapshot.ts'
import { completenessOf } from './completeness.ts'
import { type NodeReport, nodeReport } from './node.ts'
import { verdictOf } from './verdict.ts'
import { type EvidenceReport, evidenceReport } from './why.ts'

export interface FindingReport {
  readonly check: string
  readonly mode: string
  readonly category: Category
  readonly severity: FindingSeverity
  readonly title: string
  readonly subject: NodeReport
  readonly message: string
  readonly evidence: readonly EvidenceReport[]
  readonly fix: string
  readonly next: readonly NextStep[]
  readonly consequences: readonly NodeReport[]
  /** Findings of other checks that only follow from this one. */
  readonly explains: readonly { readonly check: string; readonly mode: string; readonly subject: NodeReport }[]
}

export interface CheckRow {
  readonly id: string
  readonly category: Category
  readonly severity: FindingSeverity
  readonly title: string
  readonly outcome: Outcome
  readonly findings: number
  /** Why it could not be decided. */
  readonly hidden: readonly string[]
}

export interface CheckReport extends Report {
  readonly kind: 'Check'
  readonly findings: readonly FindingReport[]
  readonly checks: readonly CheckRow[]
}

export interface CheckInput {
  readonly snapshot: Snapshot
  readonly assessment: Assessment
  readonly results: readonly CheckResult[]
  readonly causes: readonly Cause[]
  readonly allowIncomplete: boolean
}

/** What is wrong, causes only, and what each check made of the landscape. */
export function checkReport({ snapshot, assessment, results, causes, allowIncomplete }: CheckInput): CheckReport {
  const states = causes.map(({ severity }): State => (severity === 'error' ? 'failed' : 'degraded'))
  const unknown = results.some(({ outcome }) => outcome === 'unknown') ? (['unknown'] as const) : []
  return {
    apiVersion: API_VERSION,
    kind: 'Check',
    ...verdictOf({ snapshot, states: [...states, ...unknown, 'healthy'], allowIncomplete }),
    completeness: completenessOf(
      snapshot.clusters.map(({ label }) => label),
      snapshot.gaps,
    ),
    findings: causes.map((cause) => findingReport(assessment, cause)),
    checks: results.map(({ check, outcome, hidden }) => ({
      id: check.id,
      category: check.category,
      severity: check.severity,
      title: check.title,
      outcome,
      findings: causes.filter((cause) => cause.check === check).length,
      hidden: [...new Set(hidden.map(({ cluster, message }) => `${cluster}: ${message}`))],
    })),
  }
}

function findingReport(assessment: Assessment, cause: Cause): FindingReport {
  const { check, subject } = cause
  return {
    check: check.id,
    mode: cause.mode,
    category: check.category,
    severity: cause.severity,
    title: check.title,
    subject: nodeReport(assessment, subject),
    message: cause.message,
    evidence: cause.evidence.map((proof) => evidenceReport(proof, assessment.now)),
    fix: check.fix,
    next: [...(subject.object ? [describe(subject)] : []), ...(cause.next ?? [])],
    consequences: cause.consequences.map((node) => nodeReport(assessment, node)),
    explains: cause.explains.map((finding) => ({
      check: finding.check.id,
      mode: finding.mode,
      subject: nodeReport(assessment, finding.subject),
    })),
  }
}
