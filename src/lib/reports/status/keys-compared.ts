// SPDX-License-Identifier: Apache-2.0
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import type { Completeness } from '../../model/report/report.ts'
import type { Cell } from '../../model/report/view.ts'

/** Whether Secrets were read where this answer needed them: without them no key was compared with its source. */
export const keysCompared = ({ readings, gaps }: Pick<Snapshot, 'readings' | 'gaps'>): boolean =>
  readings.some(
    ({ kind, outcome, onlyNamespaces, onlyNames }) =>
      kind === SECRET && outcome === 'read' && (onlyNamespaces?.length !== 0 || (onlyNames?.size ?? 0) > 0),
  ) && !gaps.some(({ kind }) => kind === SECRET)

const SECRET = 'Secret'

/** Says what was not claimed, and how to find out. */
export function keysLines(isCompared: boolean, { gaps }: Pick<Completeness, 'gaps'>): readonly Cell[] {
  if (isCompared) return []
  const unread = [...new Set(gaps.filter(({ kind }) => kind === SECRET).map(({ cluster }) => cluster))]
  const text =
    unread.length > 0
      ? `keys not compared: Secrets could not be read in ${unread.join(', ')}`
      : 'keys not compared: kubectl c5c3 check secrets'
  return [{ text, tone: 'dim' }]
}
