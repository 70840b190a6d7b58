// SPDX-License-Identifier: Apache-2.0
import type { TestCase, TestRun } from '../../model/report/test-run.ts'
import { nameOf } from '../shared/object-row.ts'
import { type CheckReport, type CheckRow, counts, type FindingReport } from './report.ts'

/** One suite per category, one case per check; a case fails exactly when the exit code reports it. */
export function checkTests(report: CheckReport, now: number): TestRun {
  const categories = Map.groupBy(report.checks, ({ category }) => category)
  return {
    name: 'kubectl c5c3 check',
    time: new Date(now).toISOString(),
    suites: [...categories].map(([name, rows]) => ({
      name,
      properties: { exitCode: String(report.exitCode) },
      cases: rows.map((row) => caseOf(row, report)),
    })),
  }
}

function caseOf(row: CheckRow, { findings, failOn, exitCode }: CheckReport): TestCase {
  const name = `${row.id}: ${row.title}`
  const own = findings.filter(({ check }) => check === row.id)
  const failing = own.filter((finding) => counts(finding, failOn))
  if (failing.length > 0)
    return { name, outcome: 'failed', message: sentence(failing[0]), detail: failing.map(detail).join('\n\n') }
  if (row.outcome === 'unknown') {
    const message = row.hidden.join('; ')
    return { name, outcome: exitCode === 0 ? 'skipped' : 'error', message }
  }
  if (row.outcome === 'not applicable') return { name, outcome: 'skipped', message: 'not installed' }
  if (own.length > 0) return { name, outcome: 'skipped', message: `not counted: ${sentence(own[0])}` }
  if (row.outcome === 'found') return { name, outcome: 'skipped', message: 'only follows from another finding' }
  return { name, outcome: 'passed' }
}

const sentence = (finding: FindingReport | undefined) =>
  finding ? `${nameOf(finding.subject)} @${finding.subject.cluster}: ${finding.message}` : ''

function detail(finding: FindingReport): string {
  return [
    sentence(finding),
    ...finding.evidence.map(({ object, cluster, path, value }) => `  ${object} @${cluster} ${path}: ${value}`),
    `fix: ${finding.fix}`,
    ...finding.next.map(({ command }) => `  ${command}`),
  ].join('\n')
}
