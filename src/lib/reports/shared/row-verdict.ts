// SPDX-License-Identifier: Apache-2.0
import type { State } from '../../model/report/report.ts'
import { isCounted, type RowFinding, stateWith } from './row-findings.ts'

/** How a row is with what checks found on it: something known to be wrong outweighs that nobody knows the rest. */
export const rowVerdictState = (own: State, findings: readonly RowFinding[]): State =>
  own === 'unknown' && findings.some(isCounted) ? 'degraded' : stateWith(own, findings)
