// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../model/check/check.ts'
import type { Presentation } from '../model/report/presentation.ts'
import type { CheckReport } from './check.ts'
import { checkAlerts } from './check-alerts.ts'
import { checkTests } from './check-tests.ts'
import { checkView } from './check-view.ts'

/** Everything findings can be shown as. */
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
