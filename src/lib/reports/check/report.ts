// SPDX-License-Identifier: Apache-2.0
import type { Cause } from '../../assess/causes.ts'
import type { CheckOutcome, CheckResult } from '../../assess/check-results.ts'
import { type Category, FINDING_SEVERITIES, type FindingSeverity, fixOf } from '../../model/check/check.ts'
import { describe, type PrintedStep, printStep } from '../../model/check/next-step.ts'
import { isExpired, type Suppression, type SuppressionResult, suppresses } from '../../model/check/suppression.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { API_VERSION, type Report, type State } from '../../model/report/report.ts'
import { completenessOf } from '../shared/completeness.ts'
import { findingKey } from '../shared/finding-key.ts'
import { type NodeReport, nodeReport } from '../shared/object-row.ts'
import { verdictOf } from '../shared/verdict.ts'
import {
  type EvidenceReport,
  type ExplainedFinding,
  evidenceReport,
  explainedFindings,
  kindCountOf,
} from '../why/cause-report.ts'
import { openStackClustersAmong } from '../why/openstack-clusters.ts'

export interface FindingReport {
  readonly check: string
  readonly mode: string
  readonly category: Category
  readonly severity: FindingSeverity
  readonly title: string
  readonly subject: NodeReport
  /** Objects of the subject's kind in its cluster. */
  readonly kindCount: number
  readonly message: string
  readonly evidence: readonly EvidenceReport[]
  readonly fix: string
  readonly next: readonly PrintedStep[]
  readonly consequences: readonly NodeReport[]
  /** Findings of other checks that this one explains. */
  readonly explains: readonly ExplainedFinding[]
  readonly since?: string
  readonly sinceAge?: string
  /** NAMESPACE/NAME of the affected OpenStack clusters. */
  readonly openStackClusters: readonly string[]
  /** Reason for suppression; suppressed findings do not count. */
  readonly suppressed?: string
  /** The finding is in the baseline and does not count. */
  readonly known?: true
}

export interface CheckRow {
  readonly id: string
  readonly category: Category
  readonly severity: FindingSeverity
  readonly title: string
  readonly outcome: CheckOutcome
  readonly findings: number
  /** Why the check has no result. */
  readonly hidden: readonly string[]
  /** None of the clusters it looks at could be read. */
  readonly notRun?: true
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
  /** Keys of the findings of an earlier run. */
  readonly baseline?: ReadonlySet<string>
}

/** Root causes, and the outcome of each check. */
export function checkReport(input: CheckInput): CheckReport {
  const { snapshot, assessment, results, causes, allowIncomplete, failOn, suppressions } = input
  const findings = causes.map((cause) => markUncounted(findingReport(assessment, cause), input))
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
    checks: results.map(({ check, outcome, hidden, isNotRun }) => ({
      id: check.id,
      category: check.category,
      severity: check.severity,
      title: check.title,
      outcome,
      findings: causes.filter((cause) => cause.check === check).length,
      hidden: [...new Set(hidden.map(({ cluster, message }) => (cluster ? `${cluster}: ${message}` : message)))],
      ...(isNotRun ? { notRun: isNotRun } : {}),
    })),
    failOn,
    suppressions: suppressions.map((one) => ({ ...one, state: suppressionState(one, findings, assessment.now) })),
  }
}

/** Only these findings make the command fail. */
export const counts = (finding: FindingReport, failOn: FindingSeverity): boolean =>
  !finding.suppressed &&
  !finding.known &&
  FINDING_SEVERITIES.indexOf(finding.severity) <= FINDING_SEVERITIES.indexOf(failOn)

const stateOf = ({ severity }: FindingReport): State => (severity === 'error' ? 'failed' : 'degraded')

function markUncounted(finding: FindingReport, { suppressions, baseline, assessment }: CheckInput): FindingReport {
  const match = suppressions.find((one) => suppresses(one, finding) && !isExpired(one, assessment.now))
  return {
    ...finding,
    ...(match ? { suppressed: `${match.reason ?? 'suppressed'} (${match.origin})` } : {}),
    ...(baseline?.has(findingKey(finding)) ? { known: true } : {}),
  }
}

function suppressionState(
  one: Suppression,
  findings: readonly FindingReport[],
  now: number,
): SuppressionResult['state'] {
  if (isExpired(one, now)) return 'expired'
  return findings.some((finding) => suppresses(one, finding)) ? 'used' : 'unused'
}

function findingReport(assessment: Assessment, cause: Cause): FindingReport {
  const { check, subject } = cause
  const evidence = cause.evidence.map((one) => evidenceReport(one, assessment.now))
  const { since, sinceAge } = evidence.find((one) => one.since) ?? {}
  return {
    check: check.id,
    mode: cause.mode,
    category: check.category,
    severity: cause.severity,
    title: check.title,
    subject: nodeReport(assessment, subject),
    kindCount: kindCountOf(assessment, subject),
    message: cause.message,
    evidence,
    fix: fixOf(check, cause),
    next: [...(subject.object ? [describe(subject)] : []), ...(cause.next ?? [])].map(printStep),
    consequences: cause.consequences.map((node) => nodeReport(assessment, node)),
    explains: explainedFindings(assessment, cause),
    ...(since ? { since } : {}),
    ...(sinceAge ? { sinceAge } : {}),
    openStackClusters: openStackClustersAmong(assessment, [subject, ...cause.consequences]),
  }
}
