// SPDX-License-Identifier: Apache-2.0
import { isFine } from '../../model/graph/health.ts'
import type { State } from '../../model/report/report.ts'

/** A row of a report in comparable form. */
export interface WatchedRow {
  readonly key: string
  /** For example CephCluster/rook-ceph/rook-ceph@storage/st-pool-a. */
  readonly what: string
  readonly state: string
  /** The shortest explanation of the state. */
  readonly says: string
  readonly row: object
}

/** Extracts subject, state and reason from a row of any report. */
export function watchedRow(row: object): WatchedRow {
  const fields = row as Fields
  const subject = object(fields, 'subject')
  if (subject) return findingRow(fields, subject)
  if ('count' in fields && 'reason' in fields && 'type' in fields) return eventRow(fields)
  const what = subjectOf(fields)
  // Some reports assess more than the object's own state; they show the assessed one.
  const state = text(fields, 'judged') || text(fields, 'state')
  return { key: what, what, state, says: explanationOf(fields, state), row }
}

function findingRow(row: Fields, subject: Fields): WatchedRow {
  const check = text(row, 'check')
  const what = `${check} ${subjectOf(subject)}`
  return { key: what, what, state: text(row, 'severity'), says: text(row, 'message'), row }
}

/** A repeated event counts as a change. */
function eventRow(row: Fields): WatchedRow {
  const what = subjectOf(row)
  const key = [what, text(row, 'reason'), text(row, 'component'), text(row, 'message'), text(row, 'first')].join(' ')
  return {
    key,
    what,
    state: `${text(row, 'type')} ${text(row, 'reason')}`,
    says: `${row['count']} ${text(row, 'time')}`,
    row,
  }
}

function subjectOf(row: Fields): string {
  const path = ['kind', 'pool', 'namespace', 'name'].map((field) => text(row, field)).filter((part) => part !== '')
  const cluster = text(row, 'cluster')
  return `${path.join('/')}${cluster === '' ? '' : `@${cluster}`}`
}

/** Messages of healthy objects vary without meaning; for those only a new revision or run is a change. */
function explanationOf(row: Fields, state: string): string {
  const last = object(row, 'last')
  const revisions = [text(row, 'revision'), last ? text(last, 'job') : '']
  return [isHealthy(state) ? '' : problemOf(row), ...revisions].filter((part) => part !== '').join(': ')
}

/** The first explanation there is. The own message of an object that is healthy by itself explains nothing. */
function problemOf(row: Fields): string {
  return (
    ownFinding(row) ||
    blockerOf(row) ||
    (isHealthy(text(row, 'own')) ? '' : messageOf(row)) ||
    (text(row, 'waitsFor') === '' ? '' : `blocked by ${text(row, 'waitsFor')}`) ||
    unhealthyPart(row)
  )
}

const ownFinding = (row: Fields) =>
  objects(row, 'findings')
    .filter((finding) => finding['follows'] !== true)
    .map((finding) => text(finding, 'message'))[0] ?? ''

/** The blocking dependency; the object's own message when it blocks itself. */
function blockerOf(row: Fields): string {
  const unreachable = object(row, 'unreachable')
  if (unreachable) return `cannot tell: ${text(unreachable, 'cluster')} is ${text(unreachable, 'reason')}`
  const blocker = object(row, 'blocker')
  if (!blocker) return ''
  const what = subjectOf(blocker)
  return what === subjectOf(row) ? messageOf(blocker) : `${what} ${text(blocker, 'state')} ${messageOf(blocker)}`.trim()
}

/** The unhealthy hop, copy or part. */
function unhealthyPart(row: Fields): string {
  const parts = [...objects(row, 'hops'), ...objects(row, 'copies'), ...Object.values(row).filter(isObject)]
  const broken = parts.find((part) => {
    const state = text(part, 'judged') || text(part, 'state')
    return part['broken'] === true || (state !== '' && !isHealthy(state))
  })
  return broken ? [subjectOf(broken), messageOf(broken)].filter((part) => part !== '').join(' ') : ''
}

const messageOf = (row: Fields) => [text(row, 'reason'), text(row, 'message')].filter((part) => part !== '').join(': ')

const isHealthy = (state: string) => isFine(state as State)

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

type Fields = Readonly<Record<string, unknown>>
