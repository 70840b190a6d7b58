// SPDX-License-Identifier: Apache-2.0
import type { Cause } from '../../assess/causes.ts'
import type { CheckOutcome, CheckResult } from '../../assess/check-results.ts'
import { type Category, FINDING_SEVERITIES, type FindingSeverity } from '../../model/check/check.ts'
import { describe, type PrintedStep, printStep } from '../../model/check/next-step.ts'
import { isExpired, type Suppression, type SuppressionResult, suppresses } from '../../model/check/suppression.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { API_VERSION, type Report, type State } from '../../model/report/report.ts'
import { completenessOf } from '../shared/completeness.ts'
import { findingKey } from '../shared/finding-key.ts'
import { type NodeReport, nodeReport } from '../shared/object-row.ts'
import { verdictOf } from '../shared/verdict.ts'
import { type EvidenceReport, evidenceReport } from '../why/report.ts'

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
  readonly next: readonly PrintedStep[]
  readonly consequences: readonly NodeReport[]
  /** Findings of other checks that only follow from this one. */
  readonly explains: readonly { readonly check: string; readonly mode: string; readonly subject: NodeReport }[]
  /** Why it does not count: somebody suppressed it, with their reason. */
  readonly suppressed?: string
  /** The baseline has it already: it does not count. */
  readonly known?: true
}

export interface CheckRow {
  readonly id: string
  readonly category: Category
  readonly severity: FindingSeverity
  readonly title: string
  readonly outcome: CheckOutcome
  readonly findings: number
  /** Why it could not be decided. */
  readonly hidden: readonly string[]
}

export interface CheckReport extends Report {
  readonly kind: 'Check'
  readonly findings: readonly FindingReport[]
  readonly checks: readonly CheckRow[]
  /** Findings of this severity or worse fail the command. */
  readonly failOn: FindingSeverity
  readonly suppressions: readonly SuppressionResult[]
}

export interface CheckInput {
  readonly snapshot: Snapshot
  readonly assessment: Assessment
  readonly results: readonly CheckResult[]
  readonly causes: readonly Cause[]
  readonly allowIncomplete: boolean
  readonly failOn: FindingSeverity
  readonly suppressions: readonly Suppression[]
  /** Keys of findings that an earlier run had. */
  readonly baseline?: ReadonlySet<string>
}

/** What is wrong, causes only, and what each check made of the landscape. */
export function checkReport(input: CheckInput): CheckReport {
  const { snapshot, assessment, results, causes, allowIncomplete, failOn, suppressions } = input
  const findings = causes.map((cause) => withExcuse(findingReport(assessment, cause), input))
  const states = findings.filter((finding) => counts(finding, failOn)).map(stateOf)
  const unknown = results.some(({ outcome }) => outcome === 'unknown') ? (['unknown'] as const) : []
  return {
    apiVersion: API_VERSION,
    kind: 'Check',
    ...verdictOf({ snapshot, states: [...states, ...unknown, 'healthy'], allowIncomplete }),
    completeness: completenessOf(
      snapshot.clusters.map(({ label }) => label),
      snapshot.gaps,
    ),
    findings,
    checks: results.map(({ check, outcome, hidden }) => ({
      id: check.id,
      category: check.category,
      severity: check.severity,
      title: check.title,
      outcome,
      findings: causes.filter((cause) => cause.check === check).length,
      hidden: [...new Set(hidden.map(({ cluster, message }) => (cluster ? `${cluster}: ${message}` : message)))],
    })),
    failOn,
    suppressions: suppressions.map((one) => ({ ...one, state: useOf(one, findings, assessment.now) })),
  }
}

/** Findings that make the command fail: bad enough, not suppressed, not in the baseline. */
export const counts = (finding: FindingReport, failOn: FindingSeverity): boolean =>
  !finding.suppressed &&
  !finding.known &&
  FINDING_SEVERITIES.indexOf(finding.severity) <= FINDING_SEVERITIES.indexOf(failOn)

const stateOf = ({ severity }: FindingReport): State => (severity === 'error' ? 'failed' : 'degraded')

function withExcuse(finding: FindingReport, { suppressions, baseline, assessment }: CheckInput): FindingReport {
  const held = suppressions.find((one) => suppresses(one, finding) && !isExpired(one, assessment.now))
  return {
    ...finding,
    ...(held ? { suppressed: `${held.reason ?? 'suppressed'} (${held.origin})` } : {}),
    ...(baseline?.has(findingKey(finding)) ? { known: true } : {}),
  }
}

function useOf(one: Suppression, findings: readonly FindingReport[], now: number): SuppressionResult['state'] {
  if (isExpired(one, now)) return 'expired'
  return findings.some((finding) => suppresses(one, finding)) ? 'used' : 'unused'
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
    next: [...(subject.object ? [describe(subject)] : []), ...(cause.next ?? [])].map(printStep),
    consequences: cause.consequences.map((node) => nodeReport(assessment, node)),
    explains: cause.explains.map((finding) => ({
      check: finding.check.id,
      mode: finding.mode,
      subject: nodeReport(assessment, finding.subject),
    })),
  }
}
