// SPDX-License-Identifier: Apache-2.0

import type { Check, FindingSeverity } from '../../model/check/check.ts'
import type { Alert, AlertLevel, AlertRule, Alerts } from '../../model/report/alert.ts'
import { findingKey } from '../shared/finding-key.ts'
import { nameOf } from '../shared/object-row.ts'
import type { CheckReport, FindingReport } from './report.ts'

/** Findings as SARIF alerts; the description of each check becomes the help of its rule. */
export function checkAlerts(report: CheckReport, checks: readonly Check[]): Alerts {
  return {
    rules: checks.map(ruleOf),
    alerts: report.findings.map(alertOf),
    notices: report.completeness.gaps.map(({ cluster, message }) => `${cluster}: ${message}`),
    exitCode: report.exitCode,
  }
}

export function ruleOf({ id, title, why, fix, byHand, severity, category, modes }: Check): AlertRule {
  const help = [why, '', `**Fix.** ${fix}`, '', '```', ...byHand, '```'].join('\n')
  return { id, title, text: why, help, level: LEVELS[severity], tags: [category, ...modes] }
}

const LEVELS: Readonly<Record<FindingSeverity, AlertLevel>> = { error: 'error', warning: 'warning', info: 'note' }

function alertOf(finding: FindingReport): Alert {
  const { subject, consequences } = finding
  const affected = consequences.length > 0 ? ` ${consequences.length} other objects are not well because of it.` : ''
  return {
    rule: finding.check,
    level: LEVELS[finding.severity],
    message: `${nameOf(subject)} @${subject.cluster}: ${finding.message}.${affected} ${finding.fix}`,
    place: {
      path: [subject.cluster, subject.kind, ...(subject.namespace ? [subject.namespace] : []), subject.name].join('/'),
      kind: 'resource',
    },
    fingerprint: findingKey(finding),
    ...(finding.suppressed
      ? { suppressed: finding.suppressed }
      : finding.known
        ? { suppressed: 'in the baseline' }
        : {}),
    properties: {
      mode: finding.mode,
      evidence: finding.evidence.map(({ cluster, object, path, value }) => `${object} @${cluster} ${path}: ${value}`),
      next: finding.next.map(({ command }) => command),
    },
  }
}
