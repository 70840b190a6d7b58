// SPDX-License-Identifier: Apache-2.0
import type { Presentation } from '../../model/report/presentation.ts'
import type { Report, State } from '../../model/report/report.ts'
import { type WatchedRow, watchedRow } from './comparable-row.ts'

export interface RowChange {
  readonly change: 'added' | 'changed' | 'removed'
  readonly from?: string
  readonly to?: string
  /** As it is now; as it was when it is gone. */
  readonly at: WatchedRow
}

/** The rows of a report by what they are about; what stands in several places of a tree is one. */
export function watchedRows<R extends Report>(report: R, show: Presentation<R>): ReadonlyMap<string, WatchedRow> {
  const { rows } = show
  if (!rows) return new Map()
  const all = rows.watched?.() ?? rows.of?.(report) ?? (report[rows.field] as readonly object[])
  const byKey = new Map<string, WatchedRow>()
  for (const row of all.map(watchedRow)) {
    // of several places in a tree the first one tells most
    if (!byKey.has(row.key)) byKey.set(row.key, row)
  }
  return byKey
}

/** The verdict of an answer, where it is another one than before: no answer changes without a word. */
export function verdictChange(
  before: Report['verdict'] | undefined,
  { kind, verdict, exitCode }: Report,
): { readonly from: State; readonly to: State; readonly exitCode: number } | undefined {
  // what is read like a journal is no answer about a state
  if (before === undefined || before === verdict || JOURNALS.has(kind)) return undefined
  return { from: before, to: verdict, exitCode }
}

/** What happened is read like a journal, also by people: the newest line is the last. */
export const JOURNALS = new Set(['Events'])

/** What differs between two answers, in the order of the newer one; what is gone comes last. */
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
