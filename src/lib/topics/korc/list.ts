// SPDX-License-Identifier: Apache-2.0
import { inspect } from '../../cli/inspect.ts'
import { KORC_CHECKS, KORC_KINDS } from '../../cli/korc-kinds.ts'
import type { Observation } from '../../cli/observe.ts'
import { withTenants } from '../../cli/tenant-kinds.ts'
import type { Asked, Reading } from '../../cli/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import { type KorcReport, korcReport } from '../../reports/korc/report.ts'
import { korcNames, korcRows, korcView } from '../../reports/korc/view.ts'

export const reads = ({ flags }: Asked): Reading => ({ only: withTenants(KORC_KINDS, flags) })

/** The K-ORC objects of all control planes. */
export function answer(seen: Observation, { flags, format }: Asked): Answer<KorcReport> {
  const all = format === 'wide' || flags.namespace !== undefined || flags.tenant !== undefined
  const { causes } = inspect(seen, KORC_CHECKS)
  return {
    report: korcReport({ ...seen, causes, allowIncomplete: flags['allow-incomplete'] }),
    presentation: { view: (one) => korcView(one, { all }), names: korcNames, rows: korcRows },
  }
}
