// SPDX-License-Identifier: Apache-2.0

import type { Fault } from '../../model/landscape/fault.ts'
import type { Gap } from '../../model/landscape/gap.ts'
import type { RoleName } from '../../model/landscape/role.ts'
import { EXIT, type ExitName, worstExit } from '../../model/report/errors.ts'
import { API_VERSION, type Report, type State } from '../../model/report/report.ts'
import type { Cell, View } from '../../model/report/view.ts'
import { completenessOf, completenessText } from '../shared/completeness.ts'

export interface ContextRow {
  readonly name: string
  readonly roles: readonly RoleName[]
  readonly context?: string
  readonly server?: string
  readonly reachable: boolean
  readonly version?: string
  readonly uid?: string
  readonly pinnedUid?: string
  /** Trust anchors of the API server, if the profile pins them. */
  readonly ca?: readonly string[]
  readonly pinnedCa?: readonly string[]
  readonly origins: readonly string[]
  readonly failure?: { readonly fault: Fault; readonly message: string; readonly hint?: string }
}

export interface ContextsReport extends Report {
  readonly kind: 'Contexts'
  readonly profile?: string
  readonly clusters: readonly ContextRow[]
  readonly notes: readonly string[]
}

export interface ContextsInput {
  readonly profile?: string
  readonly clusters: readonly ContextRow[]
  readonly notes: readonly string[]
  readonly allowIncomplete: boolean
}

export function contextsReport({ profile, clusters, notes, allowIncomplete }: ContextsInput): ContextsReport {
  const gaps = clusters.flatMap(gapOf)
  const exit = exitOf(clusters, allowIncomplete)
  return {
    apiVersion: API_VERSION,
    kind: 'Contexts',
    verdict: contextsVerdict(clusters),
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

export const hasIdentityProblem = (row: ContextRow) => hasOtherUid(row) || hasOtherCa(row)

const hasOtherUid = ({ uid, pinnedUid }: ContextRow) =>
  pinnedUid !== undefined && uid !== undefined && pinnedUid !== uid

/** The server certificate may be signed by a CA that the profile does not pin. */
export const hasOtherCa = ({ ca, pinnedCa }: ContextRow) =>
  ca !== undefined && pinnedCa !== undefined && !(ca.length > 0 && ca.every((anchor) => pinnedCa.includes(anchor)))

export function gapOf(row: ContextRow): Gap[] {
  return row.failure ? [{ cluster: row.name, fault: row.failure.fault, message: row.failure.message }] : []
}

/**
 * Without the management cluster (or, without that role, without any control plane) the command fails; other
 * unreachable clusters are gaps.
 */
export function exitOf(clusters: readonly ContextRow[], allowIncomplete: boolean): ExitName {
  const withRole = (role: string) => clusters.filter((row) => row.roles.some((r) => r.role === role))
  const needed = withRole('management').length > 0 ? withRole('management') : withRole('control-plane')
  const hasUnreachable = clusters.some((row) => !row.reachable)
  return worstExit([
    ...(needed.length > 0 && needed.every((row) => !row.reachable) ? (['noAccess'] as const) : []),
    ...(clusters.some(hasIdentityProblem) ? (['findings'] as const) : []),
    ...(hasUnreachable && !allowIncomplete ? (['incomplete'] as const) : []),
    'ok',
  ])
}

export function contextsVerdict(clusters: readonly ContextRow[]): State {
  if (clusters.some(hasIdentityProblem)) return 'failed'
  return clusters.every((row) => row.reachable) ? 'healthy' : 'unknown'
}

export function contextsView(report: ContextsReport): View {
  const { clusters, completeness, exitCode, notes } = report
  return {
    blocks: [
      {
        type: 'table',
        columns: [
          { title: 'ROLE' },
          { title: 'NAME' },
          { title: 'CONTEXT', drop: 2 },
          { title: 'SERVER', drop: 1 },
          { title: 'REACHABLE', flexible: true },
          { title: 'VERSION', drop: 5 },
          { title: 'IDENTITY', drop: 4 },
          { title: 'ORIGIN', flexible: true, drop: 3 },
        ],
        rows: clusters.flatMap(rowsOf),
      },
      {
        type: 'lines',
        lines: [{ text: `${completenessText(completeness, 'answered')} · exit ${exitCode}` }],
      },
    ],
    notes: [
      ...clusters.flatMap((row) => (row.failure?.hint ? [{ text: `hint: ${row.name}: ${row.failure.hint}` }] : [])),
      ...notes.map((text) => ({ text: `note: ${text}`, tone: 'dim' as const })),
    ],
  }
}

/** One row per role: a cluster with two roles appears twice. */
function rowsOf(row: ContextRow): Cell[][] {
  const roles = row.roles.length > 0 ? row.roles : [{ role: 'unknown', name: row.name.replace(/^unknown\//, '') }]
  return roles.map(({ role, name }) => [
    { text: role },
    { text: name },
    { text: row.context ?? '-' },
    { text: row.server ?? '-' },
    reachableCell(row),
    { text: row.version ?? '-' },
    identityCell(row),
    { text: row.origins.join(', ') },
  ])
}

function reachableCell({ reachable, failure }: ContextRow): Cell {
  if (reachable) return { text: 'yes', tone: 'good' }
  return { text: failure ? `no: ${failure.message}` : 'no', tone: 'bad' }
}

function identityCell(row: ContextRow): Cell {
  if (hasOtherCa(row)) return { text: 'WRONG CA, not the pinned one', tone: 'bad' }
  if (hasIdentityProblem(row)) return { text: `WRONG ${short(row.uid)}, pinned ${short(row.pinnedUid)}`, tone: 'bad' }
  if (!row.uid) return { text: row.reachable ? 'not readable' : '-', tone: 'dim' }
  return { text: row.pinnedUid ? `${short(row.uid)} pinned` : short(row.uid) }
}

const short = (uid: string | undefined) => (uid ?? '').slice(0, 8)

export function contextsNames({ clusters }: ContextsReport): readonly string[] {
  return clusters.map(({ name }) => name)
}
