// SPDX-License-Identifier: Apache-2.0

import type { Gap } from '../../model/landscape/gap.ts'
import { EXIT, type ExitName, worstExit } from '../../model/report/errors.ts'
import { API_VERSION, type Report, type State } from '../../model/report/report.ts'
import type { Cell, View } from '../../model/report/view.ts'
import { formatAge } from '../../model/text/time.ts'
import { completenessOf, completenessText } from '../shared/completeness.ts'
import { type ContextRow, exitOf, gapOf, hasIdentityProblem, hasOtherCa } from './report.ts'

export interface KindPermission {
  readonly verb: string
  /** plural.group */
  readonly resource: string
  /** undefined: the access review failed. */
  readonly allowed: boolean | undefined
  /** Commands that need it; absent when most commands do. */
  readonly onlyFor?: string
}

export interface ContextCheckRow extends ContextRow {
  readonly user?: string
  readonly groups?: readonly string[]
  /** Server clock minus ours, in milliseconds. */
  readonly clockSkew?: number
  readonly permissions: readonly KindPermission[]
}

export interface ContextsCheckReport extends Report {
  readonly kind: 'ContextsCheck'
  readonly profile?: string
  readonly clusters: readonly ContextCheckRow[]
  readonly notes: readonly string[]
}

export interface ContextsCheckInput {
  readonly profile?: string
  readonly clusters: readonly ContextCheckRow[]
  readonly notes: readonly string[]
  readonly allowIncomplete: boolean
}

/** Whether each cluster accepts the login, matches the profile, and allows what the commands read. */
export function contextsCheckReport({
  profile,
  clusters,
  notes,
  allowIncomplete,
}: ContextsCheckInput): ContextsCheckReport {
  const gaps = clusters.flatMap((row) => [...gapOf(row), ...unreviewedGaps(row)])
  const hasProblems = clusters.some((row) => problemsOf(row).length > 0)
  const exit: ExitName = worstExit([
    exitOf(clusters, allowIncomplete),
    ...(hasProblems ? (['findings'] as const) : []),
    ...(gaps.length > 0 && !allowIncomplete ? (['incomplete'] as const) : []),
  ])
  return {
    apiVersion: API_VERSION,
    kind: 'ContextsCheck',
    verdict: verdictOf(hasProblems, gaps),
    exitCode: EXIT[exit],
    completeness: completenessOf(
      clusters.map(({ name }) => name),
      gaps,
    ),
    ...(profile ? { profile } : {}),
    clusters,
    notes,
  }
}

const verdictOf = (hasProblems: boolean, gaps: readonly Gap[]): State =>
  hasProblems ? 'failed' : gaps.length > 0 ? 'unknown' : 'healthy'

const required = ({ onlyFor }: KindPermission) => onlyFor === undefined

/** Beyond five minutes, TLS and token validation fail and printed ages are wrong. */
const SKEW_LIMIT = 300_000

/** Problems an administrator has to fix. */
function problemsOf(row: ContextCheckRow): string[] {
  const missing = row.permissions.filter((permission) => required(permission) && permission.allowed === false)
  const byVerb = Map.groupBy(missing, ({ verb }) => verb)
  return [
    ...(hasOtherCa(row)
      ? ['is not the cluster the profile means: its certificate authority is not the pinned one']
      : hasIdentityProblem(row)
        ? [`is not the cluster the profile means: kube-system has UID ${row.uid}, pinned is ${row.pinnedUid}`]
        : []),
    ...[...byVerb].map(([verb, list]) => `may not ${verb} ${list.map(({ resource }) => resource).join(', ')}`),
    ...(Math.abs(row.clockSkew ?? 0) > SKEW_LIMIT ? [`clock is ${skewText(row.clockSkew ?? 0)} ours`] : []),
  ]
}

function unreviewedGaps(row: ContextCheckRow): Gap[] {
  return row.permissions
    .filter(({ allowed }) => allowed === undefined)
    .slice(0, 1)
    .map(() => ({
      cluster: row.name,
      kind: 'SelfSubjectAccessReview',
      fault: 'forbidden',
      message: 'permissions could not be asked',
    }))
}

const skewText = (ms: number) => `${formatAge(Math.abs(ms))} ${ms > 0 ? 'ahead of' : 'behind'}`

export function contextsCheckView(report: ContextsCheckReport): View {
  const { clusters, completeness, exitCode, notes } = report
  const problems = clusters.flatMap((row) =>
    problemsOf(row).map((text) => ({ text: `✖ ${row.name} ${text}`, tone: 'bad' as const })),
  )
  return {
    blocks: [
      {
        type: 'table',
        columns: [
          { title: 'CLUSTER' },
          { title: 'LOGIN', flexible: true },
          { title: 'IDENTITY', drop: 2 },
          { title: 'MAY READ' },
          { title: 'CLOCK', drop: 3 },
          { title: 'NOT FOR', flexible: true, drop: 1 },
        ],
        rows: clusters.map(cellsOf),
      },
      ...(problems.length > 0 ? [{ type: 'lines' as const, lines: problems }] : []),
      {
        type: 'lines',
        lines: [{ text: `${completenessText(completeness, 'checked')} · exit ${exitCode}` }],
      },
    ],
    notes: [
      ...clusters.flatMap((row) => (row.failure?.hint ? [{ text: `hint: ${row.name}: ${row.failure.hint}` }] : [])),
      ...notes.map((text) => ({ text: `note: ${text}`, tone: 'dim' as const })),
    ],
  }
}

function cellsOf(row: ContextCheckRow): Cell[] {
  if (!row.reachable) {
    return [{ text: row.name }, { text: `no: ${row.failure?.message ?? 'not reachable'}`, tone: 'bad' }]
  }
  const needed = row.permissions.filter(required)
  const granted = needed.filter(({ allowed }) => allowed === true)
  const denied = row.permissions.filter((permission) => !required(permission) && permission.allowed !== true)
  return [
    { text: row.name },
    { text: row.user ?? 'unknown user', tone: row.user ? 'good' : 'dim' },
    identity(row),
    { text: `${granted.length} of ${needed.length} kinds`, tone: granted.length === needed.length ? 'good' : 'bad' },
    clock(row),
    { text: [...new Set(denied.map(({ resource, onlyFor }) => `${onlyFor} (${resource})`))].join(', '), tone: 'dim' },
  ]
}

function identity(row: ContextCheckRow): Cell {
  if (hasIdentityProblem(row)) return { text: 'WRONG', tone: 'bad' }
  if (!row.uid) return { text: 'not readable', tone: 'dim' }
  return { text: row.pinnedUid ? 'as pinned' : 'not pinned', tone: row.pinnedUid ? 'good' : 'plain' }
}

function clock({ clockSkew }: ContextCheckRow): Cell {
  if (clockSkew === undefined) return { text: '-', tone: 'dim' }
  if (Math.abs(clockSkew) > SKEW_LIMIT) return { text: skewText(clockSkew), tone: 'bad' }
  return { text: 'ok', tone: 'good' }
}

export function contextsCheckNames({ clusters }: ContextsCheckReport): readonly string[] {
  return clusters.map(({ name }) => name)
}
