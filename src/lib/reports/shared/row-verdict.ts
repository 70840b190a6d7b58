// SPDX-License-Identifier: Apache-2.0
import type { State } from '../../model/report/report.ts'
import { isCounted, type RowFinding, stateWith } from './row-findings.ts'

/** A known problem outweighs an unknown state. */
export const rowVerdictState = (own: State, findings: readonly RowFinding[]): State =>
  own === 'unknown' && findings.some(isCounted) ? 'degraded' : stateWith(own, findings)
