// SPDX-License-Identifier: Apache-2.0
import { isFine } from '../../model/health.ts'
import type { Presentation } from '../../model/presentation.ts'
import type { Report, State } from '../../model/report.ts'

/** One row of an answer, as one who watches compares it. */
export interface WatchedRow {
  readonly key: string
  /** CephCluster/rook-ceph/rook-ceph@storage/st-pool-a */
  readonly what: string
  readonly state: string
  /** Its own words. */
  readonly says: string
  readonly row: object
}

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
  const all = rows.of ? rows.of(report) : (report[rows.field] as readonly object[])
  return new Map(all.map((row) => watchedRow(row)).map((row) => [row.key, row]))
}

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

type Fields = Readonly<Record<string, unknown>>

function watchedRow(row: object): WatchedRow {
  const fields = row as Fields
  const subject = fields['subject']
  if (typeof subject === 'object' && subject !== null) return finding(fields, subject as Fields)
  if ('count' in fields && 'reason' in fields && 'type' in fields) return happening(fields)
  const what = whatOf(fields)
  const state = text(fields, 'state')
  return { key: what, what, state, says: saysOf(fields, state), row }
}

/** What a check found. */
function finding(row: Fields, subject: Fields): WatchedRow {
  const check = text(row, 'check')
  const what = `${check} ${whatOf(subject)}`
  return { key: what, what, state: text(row, 'severity'), says: text(row, 'message'), row }
}

/** An event: said again is news. */
function happening(row: Fields): WatchedRow {
  const what = whatOf(row)
  const key = [what, text(row, 'reason'), text(row, 'component'), text(row, 'message'), text(row, 'first')].join(' ')
  return {
    key,
    what,
    state: `${text(row, 'type')} ${text(row, 'reason')}`,
    says: `${row['count']} ${text(row, 'time')}`,
    row,
  }
}

function whatOf(row: Fields): string {
  const path = ['kind', 'pool', 'namespace', 'name'].map((field) => text(row, field)).filter((part) => part !== '')
  const cluster = text(row, 'cluster')
  return `${path.join('/')}${cluster === '' ? '' : `@${cluster}`}`
}

/** What is well says the same in ever new words; of that only a new revision or a new run is news. */
function saysOf(row: Fields, state: string): string {
  const last = row['last']
  const run = typeof last === 'object' && last !== null ? text(last as Fields, 'job') : ''
  const news = [text(row, 'revision'), run]
  const words = isFine(state as State) ? [] : troubleOf(row)
  return [...words, ...news].filter((part) => part !== '').join(': ')
}

/** What is well by itself says so; what it waits for says more. */
function troubleOf(row: Fields): readonly string[] {
  const cause = text(row, 'waitsFor')
  if (cause !== '' && isFine(text(row, 'own') as State)) return [`waits for ${cause}`]
  return [text(row, 'reason'), text(row, 'message')]
}

function text(row: Fields, field: string): string {
  const value = row[field]
  return typeof value === 'string' ? value : ''
}
