// SPDX-License-Identifier: Apache-2.0

import type { Asked, ReadRequest } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { Observation } from '../../pipeline/observe.ts'
import { withTenants } from '../../pipeline/tenant-kinds.ts'
import { type KorcVerifyReport, korcVerifyReport } from '../../reports/korc/verify.ts'
import { korcVerifyNames, korcVerifyRows, korcVerifyView } from '../../reports/korc/verify-view.ts'
import { VERIFY_CHECKS, VERIFY_KINDS } from './kinds.ts'

export const reads = ({ flags }: Asked): ReadRequest => ({
  only: withTenants(VERIFY_KINDS, flags),
  checks: VERIFY_CHECKS,
})

/** Whether K-ORC has done its work. */
export function answer(seen: Observation, { flags, format }: Asked): Answer<KorcVerifyReport> {
  const view = (one: KorcVerifyReport) => korcVerifyView(one, { all: format === 'wide' })
  return {
    report: korcVerifyReport({ ...seen, allowIncomplete: flags['allow-incomplete'] }),
    presentation: { view, names: korcVerifyNames, rows: korcVerifyRows },
  }
}
