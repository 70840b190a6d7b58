// SPDX-License-Identifier: Apache-2.0
import type { Rows } from '../../model/report/presentation.ts'
import type { Block, Cell, View } from '../../model/report/view.ts'
import { kindPlural } from '../../model/text/kind-plural.ts'
import { linesBlock, listFooter } from '../lists/list-footer.ts'
import { shortReason } from '../lists/short-reason.ts'
import { sentence } from '../lists/verdict-line.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { problemNextLines } from '../shared/problem-text.ts'
import { stateCell } from '../shared/state-cell.ts'
import { tableOf } from '../shared/table.ts'
import { korcReason, rootOf } from './reason.ts'
import { hasKorcProblem, type KorcPlace, type KorcReport, type KorcRow, waitsForOther } from './report.ts'

/** Unhealthy objects, then the healthy namespaces on one line; with `all`, every object instead. */
export function korcView(report: KorcReport, { all }: { readonly all: boolean }): View {
  const { completeness, scope } = report
  const unhealthy = report.objects.filter(hasKorcProblem)
  const shown = all ? report.objects.map((row) => [row]) : groupRows(unhealthy)
  return {
    blocks: [
      { type: 'lines', lines: [headline(report, unhealthy)] },
      ...(shown.length > 0 ? [objects(shown, all)] : []),
      ...(all && report.places.length > 0 ? [places(report.places)] : linesBlock(placeLines(report.places))),
      ...linesBlock(unhealthy.slice(0, 1).flatMap(problemNextLines)),
      listFooter(completeness, scope),
    ],
    notes: gapNotes(completeness.gaps),
  }
}

function headline({ objects, completeness, verdict }: KorcReport, unhealthy: readonly KorcRow[]): Cell {
  const none = completeness.complete ? 'no K-ORC objects found' : 'no K-ORC objects in what could be read'
  if (objects.length === 0) return sentence(verdict, none)
  const blocked = unhealthy.filter(({ status }) => status === 'blocked').length
  const unknown = unhealthy.filter(({ judged, status }) => judged === 'unknown' && status !== 'blocked').length
  const own = unhealthy.length - blocked - unknown
  const parts = [
    ...(own > 0 ? [`${own} of ${objects.length} K-ORC objects unhealthy`] : []),
    ...(blocked > 0 ? [`${blocked} blocked${blockerText(unhealthy)}`] : []),
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
    unhealthy.length === 0
      ? `all ${objects.length} K-ORC objects are healthy`
      : `${objects.length - unhealthy.length} healthy`,
  ]
  const unread = unhealthy.length === 0 && verdict === 'unknown' ? ', not everything could be read' : ''
  return sentence(verdict, parts.join(' · ') + unread)
}

/** The one root cause of all that is blocked. */
function blockerText(unhealthy: readonly KorcRow[]): string {
  const roots = new Set(unhealthy.filter(({ status }) => status === 'blocked').map(rootOf))
  const [root] = roots
  return roots.size === 1 && root ? ` by ${root}` : ''
}

/** Objects of one kind that are blocked by the same root cause share a row. */
function groupRows(rows: readonly KorcRow[]): readonly (readonly KorcRow[])[] {
  const key = (row: KorcRow) =>
    [
      row.cluster,
      row.namespace,
      row.kind,
      ...(waitsForOther(row) ? [row.own, row.policy, rootOf(row) ?? row.waits.join(' ')] : ['', '', row.name]),
    ].join(' ')
  return [...Map.groupBy(rows, key).values()]
}

function objects(rows: readonly (readonly KorcRow[])[], all: boolean): Block {
  const groups = rows.flatMap((group) => (group[0] ? [{ first: group[0], group }] : []))
  return tableOf(groups, [
    {
      title: 'KIND',
      cell: ({ first, group }) => (group.length === 1 ? first.kind : `${group.length} ${kindPlural(first.kind)}`),
    },
    { title: 'NAME', flexible: true, cell: ({ group }) => namesText(group) },
    { title: 'STATE', cell: ({ first }) => stateOf(first) },
    { title: 'NAMESPACE', drop: 1, cell: ({ first }) => first.namespace ?? '' },
    {
      title: 'POLICY',
      ...(all ? { drop: 2 } : { wide: true }),
      cell: ({ first }) => (first.onDelete === 'detach' ? `${first.policy} (detach)` : first.policy),
    },
    { title: 'IMPORT', wide: true, cell: ({ first, group }) => (group.length === 1 ? importText(first) : '') },
    {
      title: 'ID',
      ...(all ? { drop: 3 } : { wide: true }),
      cell: ({ first, group }) => (group.length === 1 ? (first.id ?? '-') : ''),
    },
    { title: 'AGE', wide: true, cell: ({ first, group }) => (group.length === 1 ? (first.age ?? '') : '') },
    { title: 'CLUSTER', wide: true, cell: ({ first }) => first.cluster },
    {
      title: 'REASON',
      flexible: true,
      cell: ({ group }) => (all ? korcReason(group) : shortReason(korcReason(group))),
    },
  ])
}

/** With the time that it has been so. */
function stateOf(row: KorcRow): Cell {
  const state = row.status === 'blocked' ? row.status : row.judged
  const cell = stateCell(state)
  return state === 'healthy' || !row.sinceAge ? cell : { ...cell, text: `${cell.text} ${row.sinceAge}` }
}

const MAX_NAMES = 3

function namesText(rows: readonly KorcRow[]): string {
  const names = rows.map(({ name }) => name)
  const more = names.length - MAX_NAMES
  return more > 1 ? `${names.slice(0, MAX_NAMES).join(', ')} and ${more} more` : names.join(', ')
}

/** For example "name=service domainRef=default". */
function importText({ import: imported }: KorcRow): string {
  if (!imported) return ''
  if (imported.id) return `id=${imported.id}`
  return (imported.filter ?? []).map(({ field, value }) => `${field}=${value}`).join(' ')
}

/** Healthy namespaces share a line; each other one has its own. */
function placeLines(rows: readonly KorcPlace[]): readonly Cell[] {
  const healthy = rows.filter(({ state }) => state === 'healthy')
  return [
    ...rows
      .filter(({ state }) => state !== 'healthy')
      .map(({ namespace, fine, objects: total, cluster }) => ({
        text: `${namespace} @${cluster}: ${fine}/${total} healthy`,
      })),
    ...(healthy.length > 0
      ? [
          {
            text: `✔ healthy: ${healthy.map((one) => `${one.namespace} ${one.objects}`).join(', ')}`,
            tone: 'good' as const,
          },
        ]
      : []),
  ]
}

const places = (rows: readonly KorcPlace[]): Block =>
  tableOf(rows, [
    { title: 'NAMESPACE', cell: ({ namespace }) => namespace },
    { title: 'STATE', cell: ({ state }) => stateCell(state) },
    { title: 'HEALTHY', cell: ({ fine, objects: total }) => `${fine}/${total}` },
    { title: 'IMPORTED', drop: 4, cell: ({ imported }) => String(imported) },
    { title: 'MANAGED', drop: 3, cell: ({ managed }) => String(managed) },
    { title: 'CLUSTER', drop: 5, cell: ({ cluster }) => cluster },
    {
      title: 'KINDS',
      wide: true,
      cell: ({ kinds }) => kinds.map(({ kind, count }) => `${count} ${kind}${count === 1 ? '' : 's'}`).join(', '),
    },
  ])

export const korcRows: Rows<KorcReport> = { field: 'objects' }

/** Arguments of `why` and `tree`. */
export const korcNames = ({ objects }: KorcReport): readonly string[] =>
  objects.map(
    ({ kind, namespace, name, cluster, apiVersion }) =>
      `${kind}.${apiVersion.split('/')[0]}/${namespace}/${name}@${cluster}`,
  )
