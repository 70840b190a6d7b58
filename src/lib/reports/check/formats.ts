// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../../model/check/check.ts'
import type { Presentation } from '../../model/report/presentation.ts'
import { checkTests } from './junit.ts'
import type { CheckReport } from './report.ts'
import { checkAlerts } from './sarif.ts'
import { type CheckViewOptions, checkView } from './view.ts'

export function checkForms(
  checks: readonly Check[],
  now: number,
  options: CheckViewOptions = DEFAULTS,
): Presentation<CheckReport> {
  return {
    view: (report) => checkView(report, options),
    names: ({ findings }) =>
      findings.map(({ check, subject: { kind, namespace, name, cluster } }) =>
        [check, `${kind}/${namespace ? `${namespace}/` : ''}${name}@${cluster}`].join(' '),
      ),
    rows: { field: 'findings' },
    tests: (report) => checkTests(report, now),
    alerts: (report) => checkAlerts(report, checks),
  }
}

const DEFAULTS: CheckViewOptions = { onlyProblems: false, isWide: false }
