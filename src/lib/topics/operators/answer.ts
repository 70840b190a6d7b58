// SPDX-License-Identifier: Apache-2.0

import type { Asked, ReadRequest } from '../../cli/oclif/topic.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { Observation } from '../../pipeline/observe.ts'
import { type OperatorsReport, operatorsReport } from '../../reports/operators/report.ts'
import { operatorsForms } from '../../reports/operators/view.ts'
import { OPERATOR_CHECKS, OPERATOR_KINDS } from './kinds.ts'

export const reads = (): ReadRequest => ({ only: OPERATOR_KINDS, checks: OPERATOR_CHECKS, skipOtherRoles: true })

/** Every operator in every cluster. */
export function answer(seen: Observation, { flags, format }: Asked): Answer<OperatorsReport> {
  const report = operatorsReport({ ...seen, allowIncomplete: flags['allow-incomplete'] })
  return { report, presentation: operatorsForms(format === 'wide') }
}
