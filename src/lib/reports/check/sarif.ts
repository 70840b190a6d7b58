// SPDX-License-Identifier: Apache-2.0

import type { Check, FindingSeverity } from '../../model/check/check.ts'
import type { Alert, AlertLevel, AlertRule, Alerts } from '../../model/report/alert.ts'
import { findingKey } from '../shared/finding-key.ts'
import { distinctNodes, type FindingGroup, groupFindings, groupNames, groupPlaces } from '../shared/group-findings.ts'
import { type NodeReport, nameOf } from '../shared/object-row.ts'
import type { CheckReport, FindingReport } from './report.ts'

/** Findings as SARIF alerts; the description of each check becomes the help of its rule. */
export function checkAlerts(report: CheckReport, checks: readonly Check[]): Alerts {
  return {
    rules: checks.map(ruleOf),
    alerts: groupFindings(report.findings).map(groupAlert),
    notices: report.completeness.gaps.map(({ cluster, message }) => `${cluster}: ${message}`),
    exitCode: report.exitCode,
  }
}

export function ruleOf({ id, title, why, fix, byHand, severity, category, modes }: Check): AlertRule {
  const help = [why, '', `**Fix.** ${fix}`, '', '```', ...byHand, '```'].join('\n')
  return { id, title, text: why, help, level: LEVELS[severity], tags: [category, ...modes] }
}

const LEVELS: Readonly<Record<FindingSeverity, AlertLevel>> = { error: 'error', warning: 'warning', info: 'note' }

/** Identical findings are one alert with the place of each object. */
function groupAlert(group: FindingGroup<FindingReport>): Alert {
  const [first] = group
  const alert = alertOf(first)
  if (group.length === 1) return alert
  const affected = distinctNodes(group.map(({ consequences }) => consequences)).length
  return {
    ...alert,
    message: `${groupNames(group)} (${groupPlaces(group)}): ${first.message}.${affectedText(affected)} ${first.fix}`,
    places: group.map(({ subject }) => placeOf(subject)),
    fingerprint: groupKey(first),
  }
}

/** Stable while objects join or leave the group. */
const groupKey = ({ check, mode, subject }: FindingReport) => [check, mode, subject.kind].join('|')

const affectedText = (count: number) => (count > 0 ? ` ${count} other objects are unhealthy because of it.` : '')

function placeOf({ cluster, kind, namespace, name }: NodeReport): Alert['place'] {
  return { path: [cluster, kind, ...(namespace ? [namespace] : []), name].join('/'), kind: 'resource' }
}

function alertOf(finding: FindingReport): Alert {
  const { subject, consequences } = finding
  return {
    rule: finding.check,
    level: LEVELS[finding.severity],
    message: `${nameOf(subject)} @${subject.cluster}: ${finding.message}.${affectedText(consequences.length)} ${finding.fix}`,
    place: placeOf(subject),
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
