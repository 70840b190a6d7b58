// SPDX-License-Identifier: Apache-2.0
import type { Gap } from '../model/gap.ts'
import type { Cell } from '../model/view.ts'

/** What was not seen and why, one line each, the same reason in one cluster once. */
export function gapNotes(gaps: readonly Gap[]): readonly Cell[] {
  const lines = gaps.map(({ cluster, message }) => `not seen: ${cluster}: ${message}`)
  return [...new Set(lines)].map((text) => ({ text, tone: 'busy' }))
}
