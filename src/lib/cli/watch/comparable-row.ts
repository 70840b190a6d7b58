// SPDX-License-Identifier: Apache-2.0
import { isFine } from '../../model/graph/health.ts'
import type { State } from '../../model/report/report.ts'

/** One row of an answer, as one who watches compares it. */
export interface WatchedRow {
  readonly key: string
  /** CephCluster/rook-ceph/rook-ceph@storage/st-pool-a */
  readonly what: string
  readonly state: string
  /** Why it is so, in as few words as there are. */
  readonly says: string
  readonly row: object
}

type Fields = Readonly<Record<string, unknown>>

/** What a row of any report is about, how it is and why. */
export function watchedRow(row: object): WatchedRow {
  const fields = row as Fields
  const subject = object(fields, 'subject')
  if (subject) return finding(fields, subject)
  if ('count' in fields && 'reason' in fields && 'type' in fields) return happening(fields)
  const what = whatOf(fields)
  // where a report judges by more than the object's own state, that is what it shows
  const state = text(fields, 'judged') || text(fields, 'state')
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
  const last = object(row, 'last')
  const news = [text(row, 'revision'), last ? text(last, 'job') : '']
  return [isWell(state) ? '' : troubleOf(row), ...news].filter((part) => part !== '').join(': ')
}

/** The first of them that has something to say: the words of one that is well by itself explain no trouble. */
function troubleOf(row: Fields): string {
  return (
    foundOn(row) ||
    blockerOf(row) ||
    (isWell(text(row, 'own')) ? '' : wordsOf(row)) ||
    (text(row, 'waitsFor') === '' ? '' : `waits for ${text(row, 'waitsFor')}`) ||
    partOf(row)
  )
}

const foundOn = (row: Fields) =>
  objects(row, 'findings')
    .filter((found) => found['follows'] !== true)
    .map((found) => text(found, 'message'))[0] ?? ''

/** What it stands on and waits for; its own words when that is itself. */
function blockerOf(row: Fields): string {
  const blocker = object(row, 'blocker')
  if (!blocker) return ''
  const what = whatOf(blocker)
  return what === whatOf(row) ? wordsOf(blocker) : `${what} ${text(blocker, 'state')} ${wordsOf(blocker)}`.trim()
}

/** The hop, the copy or the part of it that is not well. */
function partOf(row: Fields): string {
  const parts = [...objects(row, 'hops'), ...objects(row, 'copies'), ...Object.values(row).filter(isObject)]
  const broken = parts.find((part) => {
    const state = text(part, 'judged') || text(part, 'state')
    return part['broken'] === true || (state !== '' && !isWell(state))
  })
  return broken ? [whatOf(broken), wordsOf(broken)].filter((part) => part !== '').join(' ') : ''
}

const wordsOf = (row: Fields) => [text(row, 'reason'), text(row, 'message')].filter((part) => part !== '').join(': ')

const isWell = (state: string) => isFine(state as State)

function text(row: Fields, field: string): string {
  const value = row[field]
  return typeof value === 'string' ? value : ''
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function object(row: Fields, field: string): Fields | undefined {
  const value = row[field]
  return isObject(value) ? value : undefined
}

function objects(row: Fields, field: string): readonly Fields[] {
  const value = row[field]
  return Array.isArray(value) ? value.filter(isObject) : []
}
