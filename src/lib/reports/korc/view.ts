// SPDX-License-Identifier: Apache-2.0
import type { Rows } from '../../model/report/presentation.ts'
import type { Block, Cell, View } from '../../model/report/view.ts'
import { completenessText } from '../shared/completeness.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { findingText, problemNextLines } from '../shared/problem-text.ts'
import { stateCell } from '../shared/state-cell.ts'
import { hasKorcProblem, type KorcPlace, type KorcReport, type KorcRow, waitsForOther } from './report.ts'

/** What is not well, object by object, then each namespace in one line; all: every object instead. */
export function korcView(report: KorcReport, { all }: { readonly all: boolean }): View {
  const troubled = report.objects.filter(hasKorcProblem)
  const shown = all ? report.objects.map((row) => [row]) : groups(troubled)
  return {
    blocks: [
      ...(shown.length > 0 ? [objects(shown, report.places.length > 1)] : []),
      ...(all || report.places.length === 0 ? [] : [places(report.places)]),
      {
        type: 'lines',
        lines: [
          ...troubled.slice(0, 1).flatMap(problemNextLines),
          ...hint(report, all),
          { text: lastLine(report, troubled.length) },
        ],
      },
    ],
    notes: gapNotes(report.completeness.gaps),
  }
}

/** Objects of one kind that wait in the end for the same are told in one row. */
function groups(rows: readonly KorcRow[]): readonly (readonly KorcRow[])[] {
  const key = (row: KorcRow) =>
    [
      row.cluster,
      row.namespace,
      row.kind,
      ...(waitsForOther(row) ? [row.own, row.policy, rootOf(row) ?? row.waits.join(' ')] : ['', '', row.name]),
    ].join(' ')
  return [...Map.groupBy(rows, key).values()]
}

/** KIND/NAME of what a row waits for in the end. */
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
    rows: rows.flatMap((those) => {
      const [first] = those
      return first ? [rowCells(first, those)] : []
    }),
  }
}

function rowCells(first: KorcRow, all: readonly KorcRow[]): readonly Cell[] {
  const isOne = all.length === 1
  return [
    stateCell(first.judged),
    { text: isOne ? first.kind : `${all.length} ${first.kind}s` },
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

const NAMES = 3

function namesText(rows: readonly KorcRow[]): string {
  const names = rows.map(({ name }) => name)
  const more = names.length - NAMES
  return more > 1 ? `${names.slice(0, NAMES).join(', ')} and ${more} more` : names.join(', ')
}

/** name=service domainRef=default */
function importText({ import: imported }: KorcRow): string {
  if (!imported) return ''
  if (imported.id) return `id=${imported.id}`
  return (imported.filter ?? []).map(({ field, value }) => `${field}=${value}`).join(' ')
}

/** What it waits for, or what is wrong with it, with the check that explains it. */
function whyText(row: KorcRow): string {
  const { findings, waits, reason, message, own } = row
  const mine = findings.filter(({ follows }) => !follows)
  if (mine.length > 0) return mine.map(findingText).join('; ')
  if (waits.length > 0) return `waits for ${waits.join(', ')}${endOf(waits, rootOf(row))}`
  if (own === 'healthy') return ''
  return message || reason || ''
}

const endOf = (waits: readonly string[], root: string | undefined) =>
  root && !waits.includes(root) ? `, in the end for ${root}` : ''

/** Each waits for its own, and all for the same in the end. */
function groupWhy(rows: readonly KorcRow[]): string {
  const waits = [...new Set(rows.flatMap((row) => row.waits))]
  const [first] = rows
  const root = first && rootOf(first)
  if (waits.length <= 1) return first ? whyText(first) : ''
  const kinds = [...new Set(waits.map((one) => `${one.split('/')[0]}s`))]
  return `wait for their ${kinds.join(', ')}${endOf(waits, root)}`
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

function lastLine({ completeness, verdict, exitCode, scope, objects }: KorcReport, troubled: number): string {
  const none = completeness.complete ? 'no K-ORC objects' : 'no K-ORC object was seen'
  const found = `${objects.length - troubled} of ${objects.length} K-ORC objects are well`
  return `${completenessText(completeness, 'read in full', scope)} · ${objects.length === 0 ? none : found} · ${verdict} · exit ${exitCode}`
}

export const korcRows: Rows<KorcReport> = { field: 'objects' }

/** What can be typed after why or tree. */
export const korcNames = ({ objects }: KorcReport): readonly string[] =>
  objects.map(
    ({ kind, namespace, name, cluster, apiVersion }) =>
      `${kind}.${apiVersion.split('/')[0]}/${namespace}/${name}@${cluster}`,
  )
