// SPDX-License-Identifier: Apache-2.0

import type { Asked, ReadRequest } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { Observation } from '../../pipeline/observe.ts'
import { withTenants } from '../../pipeline/tenant-kinds.ts'
import { type KorcReport, korcReport } from '../../reports/korc/report.ts'
import { korcNames, korcRows, korcView } from '../../reports/korc/view.ts'
import { KORC_CHECKS, KORC_LIST_KINDS } from './kinds.ts'

export const reads = ({ flags }: Asked): ReadRequest => ({
  only: withTenants(KORC_LIST_KINDS, flags),
  checks: KORC_CHECKS,
})

export function answer(observation: Observation, { flags, format }: Asked): Answer<KorcReport> {
  const all = format === 'wide' || flags.namespace !== undefined || flags.tenant !== undefined
  return {
    report: korcReport({ ...observation, allowIncomplete: flags['allow-incomplete'] }),
    presentation: { view: (one) => korcView(one, { all }), names: korcNames, rows: korcRows },
  }
}
