// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../../model/check/check.ts'
import type { Presentation } from '../../model/report/presentation.ts'
import { checkTests } from './junit.ts'
import type { CheckReport } from './report.ts'
import { checkAlerts } from './sarif.ts'
import { checkView } from './view.ts'

export function checkForms(checks: readonly Check[], now: number, onlyProblems: boolean): Presentation<CheckReport> {
  return {
    view: (report) => checkView(report, { onlyProblems }),
    names: ({ findings }) =>
      findings.map(({ check, subject: { kind, namespace, name, cluster } }) =>
        [check, `${kind}/${namespace ? `${namespace}/` : ''}${name}@${cluster}`].join(' '),
      ),
    rows: { field: 'findings' },
    tests: (report) => checkTests(report, now),
    alerts: (report) => checkAlerts(report, checks),
  }
}
