// SPDX-License-Identifier: Apache-2.0

import type { Rows } from '../../model/report/presentation.ts'
import type { Block, Cell, View } from '../../model/report/view.ts'
import { kindPlural } from '../../model/text/kind-plural.ts'
import { completenessText } from '../shared/completeness.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { findingText, problemNextLines } from '../shared/problem-text.ts'
import { stateCell } from '../shared/state-cell.ts'
import { hasKorcProblem, type KorcPlace, type KorcReport, type KorcRow, waitsForOther } from './report.ts'

/** Unhealthy objects, then one row per namespace; with `all`, every object instead. */
export function korcView(report: KorcReport, { all }: { readonly all: boolean }): View {
  const unhealthy = report.objects.filter(hasKorcProblem)
  const shown = all ? report.objects.map((row) => [row]) : groupRows(unhealthy)
  return {
    blocks: [
      ...(shown.length > 0 ? [objects(shown, report.places.length > 1)] : []),
      ...(all || report.places.length === 0 ? [] : [places(report.places)]),
      {
        type: 'lines',
        lines: [
          ...unhealthy.slice(0, 1).flatMap(problemNextLines),
          ...hint(report, all),
          { text: lastLine(report, unhealthy.length) },
        ],
      },
    ],
    notes: gapNotes(report.completeness.gaps),
  }
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

/** KIND/NAME of the root cause that blocks a row. */
const rootOf = ({ findings, waitsFor }: KorcRow): string | undefined =>
  (findings.find(({ follows }) => follows)?.subject ?? waitsFor)?.replace(/^([^/]+)\/(?:[^/]+\/)?([^@/]+)@.*$/, '$1/$2')

function objects(rows: readonly (readonly KorcRow[])[], isManyPlaces: boolean): Block {
  return {
    type: 'table',
    columns: [
      { title: 'STATE' },
      { title: 'KIND' },
      { title: 'NAME', flexible: true },
      { title: 'POLICY', drop: 5 },
      { title: 'IMPORT', drop: 3 },
      { title: 'ID', drop: 2 },
      { title: 'AGE', wide: true },
      { title: 'NAMESPACE', drop: isManyPlaces ? 6 : 1 },
      { title: 'CLUSTER', drop: isManyPlaces ? 4 : 1 },
      { title: 'WHY', flexible: true },
    ],
    rows: rows.flatMap((group) => {
      const [first] = group
      return first ? [rowCells(first, group)] : []
    }),
  }
}

function rowCells(first: KorcRow, all: readonly KorcRow[]): readonly Cell[] {
  const isOne = all.length === 1
  return [
    stateCell(first.status === 'blocked' ? first.status : first.judged),
    { text: isOne ? first.kind : `${all.length} ${kindPlural(first.kind)}` },
    { text: namesText(all) },
    { text: first.onDelete === 'detach' ? `${first.policy} (detach)` : first.policy },
    { text: isOne ? importText(first) : '' },
    { text: isOne ? (first.id ?? '-') : '' },
    { text: isOne ? (first.age ?? '') : '' },
    { text: first.namespace ?? '' },
    { text: first.cluster },
    { text: isOne ? whyText(first) : groupWhy(all) },
  ]
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

function whyText(row: KorcRow): string {
  const { findings, waits, reason, message, own } = row
  const ownFindings = findings.filter(({ follows }) => !follows)
  if (ownFindings.length > 0) return ownFindings.map(findingText).join('; ')
  if (waits.length > 0) return `waits for ${waits.join(', ')}${rootText(waits, rootOf(row))}`
  if (own === 'healthy') return ''
  return message || reason || ''
}

const rootText = (waits: readonly string[], root: string | undefined) =>
  root && !waits.includes(root) ? `, in the end for ${root}` : ''

/** The objects name different blockers that share a root cause. */
function groupWhy(rows: readonly KorcRow[]): string {
  const waits = [...new Set(rows.flatMap((row) => row.waits))]
  const [first] = rows
  const root = first && rootOf(first)
  if (waits.length <= 1) return first ? whyText(first) : ''
  const kinds = [...new Set(waits.map((one) => kindPlural(one.split('/')[0] ?? '')))]
  return `wait for their ${kinds.join(', ')}${rootText(waits, root)}`
}

function places(rows: readonly KorcPlace[]): Block {
  return {
    type: 'table',
    columns: [
      { title: 'NAMESPACE' },
      { title: 'STATE' },
      { title: 'WELL' },
      { title: 'IMPORTED', drop: 4 },
      { title: 'MANAGED', drop: 3 },
      { title: 'CLUSTER', drop: 5 },
      { title: 'KINDS', flexible: true, drop: 1 },
    ],
    rows: rows.map((place) => [
      { text: place.namespace },
      stateCell(place.state),
      { text: `${place.fine}/${place.objects}` },
      { text: String(place.imported) },
      { text: String(place.managed) },
      { text: place.cluster },
      {
        text: place.kinds.map(({ kind, count }) => `${count} ${kind}${count === 1 ? '' : 's'}`).join(', '),
      },
    ]),
  }
}

const hint = ({ objects }: KorcReport, all: boolean): readonly Cell[] =>
  all || objects.length === 0
    ? []
    : [{ text: `every object with its ID: kubectl c5c3 korc -o wide, or -n NAMESPACE`, tone: 'dim' }]

function lastLine({ completeness, verdict, exitCode, scope, objects }: KorcReport, unhealthy: number): string {
  const none = completeness.complete ? 'no K-ORC objects' : 'no K-ORC object was seen'
  const counts = `${objects.length - unhealthy} of ${objects.length} K-ORC objects are well`
  return `${completenessText(completeness, 'read in full', scope)} · ${objects.length === 0 ? none : counts} · ${verdict} · exit ${exitCode}`
}

export const korcRows: Rows<KorcReport> = { field: 'objects' }

/** Arguments of `why` and `tree`. */
export const korcNames = ({ objects }: KorcReport): readonly string[] =>
  objects.map(
    ({ kind, namespace, name, cluster, apiVersion }) =>
      `${kind}.${apiVersion.split('/')[0]}/${namespace}/${name}@${cluster}`,
  )
