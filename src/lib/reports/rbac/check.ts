// SPDX-License-Identifier: Apache-2.0

import type { Failure } from '../../model/landscape/fault.ts'
import type { Gap } from '../../model/landscape/gap.ts'
import type { PermissionPurpose } from '../../model/landscape/permission.ts'
import { EXIT, type ExitName, worstExit } from '../../model/report/errors.ts'
import type { Presentation } from '../../model/report/presentation.ts'
import { API_VERSION, type Report } from '../../model/report/report.ts'
import type { Cell, View } from '../../model/report/view.ts'
import { completenessOf, completenessText } from '../shared/completeness.ts'

/** A permission that commands need. */
export interface NeededPermission {
  readonly verb: string
  /** plural.group, or plural/subresource.group */
  readonly resource: string
  readonly namespace?: string
  readonly object?: string
  /** Absent if unknown. */
  readonly allowed?: boolean
  /** Allowed in these namespaces only. */
  readonly onlyIn?: readonly string[]
  /** Why it is unknown. */
  readonly failure?: string
  /** Results are complete without it. */
  readonly onlyFor?: PermissionPurpose
  readonly commands: readonly string[]
}

export interface RbacCheckRow {
  readonly name: string
  readonly permissions: readonly NeededPermission[]
  readonly failure?: Pick<Failure, 'fault' | 'message'>
}

export interface RbacCheckReport extends Report {
  readonly kind: 'RbacCheck'
  readonly clusters: readonly RbacCheckRow[]
}

export function rbacCheckReport(clusters: readonly RbacCheckRow[], allowIncomplete: boolean): RbacCheckReport {
  const gaps = clusters.flatMap(gapsOf)
  const hasMissing = clusters.some(({ permissions }) => permissions.some(isMissing))
  const exit: ExitName = worstExit([
    ...(hasMissing ? (['findings'] as const) : []),
    ...(gaps.length > 0 && !allowIncomplete ? (['incomplete'] as const) : []),
  ])
  return {
    apiVersion: API_VERSION,
    kind: 'RbacCheck',
    verdict: hasMissing ? 'failed' : gaps.length > 0 ? 'unknown' : 'healthy',
    exitCode: EXIT[exit],
    completeness: completenessOf(
      clusters.map(({ name }) => name),
      gaps,
    ),
    clusters,
  }
}

const isMissing = ({ allowed, onlyFor }: NeededPermission) => allowed === false && onlyFor === undefined

function gapsOf({ name, permissions, failure }: RbacCheckRow): readonly Gap[] {
  if (failure) return [{ cluster: name, ...failure }]
  return permissions
    .filter((one) => one.allowed === undefined && one.onlyFor === undefined)
    .map((one) => ({
      cluster: name,
      kind: 'SelfSubjectAccessReview',
      fault: 'forbidden',
      message: one.onlyIn
        ? `may ${one.verb} ${one.resource} only in ${one.onlyIn.join(', ')}: -n asks about the one you mean`
        : `whether you may ${one.verb} ${one.resource} is not known: ${one.failure ?? 'the server does not say'}`,
    }))
}

export const rbacCheckForms: Presentation<RbacCheckReport> = {
  view: rbacCheckView,
  names: ({ clusters }) => clusters.map(({ name }) => name),
  rows: { field: 'clusters' },
}

function rbacCheckView({ clusters, completeness, exitCode }: RbacCheckReport): View {
  const lines = clusters.flatMap(linesOf)
  return {
    blocks: [
      {
        type: 'table',
        columns: [{ title: 'CLUSTER' }, { title: 'ALLOWED' }, { title: 'NOT FOR', flexible: true }],
        rows: clusters.map(cellsOf),
      },
      ...(lines.length > 0 ? [{ type: 'lines' as const, lines }] : []),
      { type: 'lines', lines: [{ text: `${completenessText(completeness, 'checked')} · exit ${exitCode}` }] },
    ],
    notes: clusters.some(({ permissions }) => permissions.some(isMissing))
      ? [{ text: 'hint: kubectl c5c3 rbac --role ROLE prints the roles that allow it' }]
      : [],
  }
}

function cellsOf({ name, permissions, failure }: RbacCheckRow): Cell[] {
  if (failure) return [{ text: name }, { text: `not asked: ${failure.message}`, tone: 'bad' }]
  const needed = permissions.filter(({ onlyFor }) => onlyFor === undefined)
  const granted = needed.filter(({ allowed }) => allowed === true)
  const without = new Set(permissions.flatMap(({ allowed, onlyFor }) => (allowed === true ? [] : (onlyFor ?? []))))
  return [
    { text: name },
    { text: `${granted.length} of ${needed.length}`, tone: granted.length === needed.length ? 'good' : 'bad' },
    { text: [...without].join(', '), tone: 'dim' },
  ]
}

/** Missing permissions; resources with the same verbs and commands share a line. */
function linesOf({ name, permissions }: RbacCheckRow): readonly Cell[] {
  const resources = Map.groupBy(
    permissions.filter(isMissing),
    ({ resource, namespace = '' }) => `${resource} ${namespace}`,
  )
  const missing = [...resources.values()].map((all) => ({
    resource: all[0]?.resource ?? '',
    verbs: all.map(({ verb }) => verb).join(', '),
    where: all[0]?.namespace === undefined ? '' : ` in ${all[0].namespace}`,
    commands: commandsText([...new Set(all.flatMap(({ commands }) => commands))]),
  }))
  const lines = Map.groupBy(missing, ({ verbs, where, commands }) => `${verbs}${where}${commands}`)
  return [...lines.values()].map((all) => {
    const what = all.map(({ resource }) => resource).join(', ')
    const text = `✖ ${name} may not ${all[0]?.verbs} ${what}${all[0]?.where}: ${all[0]?.commands}`
    return { text, tone: 'bad' as const }
  })
}

const MAX_COMMANDS = 4

function commandsText(commands: readonly string[]): string {
  const more = commands.length - MAX_COMMANDS
  return more > 1 ? `${commands.slice(0, MAX_COMMANDS).join(', ')} and ${more} more commands` : commands.join(', ')
}
