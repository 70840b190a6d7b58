// SPDX-License-Identifier: Apache-2.0
import type { Presentation } from '../../model/report/presentation.ts'
import type { Report, State } from '../../model/report/report.ts'
import { type WatchedRow, watchedRow } from './comparable-row.ts'

export interface RowChange {
  readonly change: 'added' | 'changed' | 'removed'
  readonly from?: string
  readonly to?: string
  /** The current row; the previous one after its removal. */
  readonly at: WatchedRow
}

/** The rows of a report by subject. */
export function watchedRows<R extends Report>(report: R, show: Presentation<R>): ReadonlyMap<string, WatchedRow> {
  const { rows } = show
  if (!rows) return new Map()
  const all = rows.watched?.() ?? rows.of?.(report) ?? (report[rows.field] as readonly object[])
  const byKey = new Map<string, WatchedRow>()
  for (const row of all.map(watchedRow)) {
    // A tree may show an object several times; the first place has the most detail.
    if (!byKey.has(row.key)) byKey.set(row.key, row)
  }
  return byKey
}

/** The change of the verdict, if any: even without changed rows it must be shown. */
export function verdictChange(
  before: Report['verdict'] | undefined,
  { kind, verdict, exitCode }: Report,
): { readonly from: State; readonly to: State; readonly exitCode: number } | undefined {
  // A list of events has no state.
  if (before === undefined || before === verdict || JOURNALS.has(kind)) return undefined
  return { from: before, to: verdict, exitCode }
}

/** Reports that only append lines, newest last. */
export const JOURNALS = new Set(['Events'])

/** Differences between two reports in the order of the newer one; removed rows come last. */
export function rowChanges(
  before: ReadonlyMap<string, WatchedRow>,
  after: ReadonlyMap<string, WatchedRow>,
): readonly RowChange[] {
  const changes: RowChange[] = []
  for (const at of after.values()) {
    const old = before.get(at.key)
    if (!old) changes.push({ change: 'added', to: at.state, at })
    else if (old.state !== at.state || old.says !== at.says)
      changes.push({ change: 'changed', from: old.state, to: at.state, at })
  }
  for (const at of before.values()) if (!after.has(at.key)) changes.push({ change: 'removed', from: at.state, at })
  return changes
}
