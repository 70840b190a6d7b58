// SPDX-License-Identifier: Apache-2.0

import { type Category, type Check, type FindingSeverity, inputsOf } from '../../model/check/check.ts'
import type { Alerts } from '../../model/report/alert.ts'
import { EXIT } from '../../model/report/errors.ts'
import type { Presentation } from '../../model/report/presentation.ts'
import { API_VERSION, type Report } from '../../model/report/report.ts'
import type { View } from '../../model/report/view.ts'
import { ruleOf } from './sarif.ts'

/** A check as `check --list` and `explain` show it. */
export interface CheckDescription {
  readonly id: string
  readonly category: Category
  readonly severity: FindingSeverity
  readonly title: string
  readonly why: string
  readonly fix: string
  readonly byHand: readonly string[]
  readonly modes: readonly string[]
  readonly inputs: readonly string[]
}

export interface ChecksReport extends Report {
  readonly kind: 'Checks'
  readonly checks: readonly CheckDescription[]
}

/** Lists the checks; needs no cluster. */
export function checksReport(checks: readonly Check[]): ChecksReport {
  return {
    apiVersion: API_VERSION,
    kind: 'Checks',
    verdict: 'healthy',
    exitCode: EXIT.ok,
    completeness: { complete: true, clusters: [], gaps: [] },
    checks: checks.map(describeCheck),
  }
}

export function describeCheck(check: Check): CheckDescription {
  const { id, category, severity, title, why, fix, byHand, modes } = check
  return { id, category, severity, title, why, fix, byHand, modes, inputs: inputsOf(check) }
}

export function checksForms(checks: readonly Check[]): Presentation<ChecksReport> {
  return {
    view: checksView,
    names: (report) => report.checks.map(({ id }) => id),
    rows: { field: 'checks' },
    tests: (report) => ({
      name: 'kubectl c5c3 check --list',
      time: new Date(0).toISOString(),
      suites: [
        {
          name: 'checks',
          properties: {},
          cases: report.checks.map(({ id }) => ({ name: id, outcome: 'skipped', message: 'only listed' })),
        },
      ],
    }),
    alerts: (): Alerts => ({ rules: checks.map(ruleOf), alerts: [], notices: [], exitCode: EXIT.ok }),
  }
}

function checksView({ checks }: ChecksReport): View {
  return {
    blocks: [
      {
        type: 'table',
        columns: [
          { title: 'CATEGORY' },
          { title: 'CHECK' },
          { title: 'SEVERITY' },
          { title: 'TITLE', flexible: true },
          { title: 'MODES' },
          { title: 'READS', wide: true },
        ],
        rows: checks.map(({ category, id, severity, title, modes, inputs }) =>
          [category, id, severity, title, modes.join(' '), inputs.join(', ')].map((text) => ({ text })),
        ),
      },
      { type: 'lines', lines: [{ text: 'what one means: kubectl c5c3 explain CHECK' }] },
    ],
  }
}
