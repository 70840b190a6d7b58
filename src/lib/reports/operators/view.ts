// SPDX-License-Identifier: Apache-2.0

import type { Presentation } from '../../model/report/presentation.ts'
import type { Block, Cell, View } from '../../model/report/view.ts'
import { c5c3Command, formatCommand } from '../../model/text/command.ts'
import { completenessText } from '../shared/completeness.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { findingText } from '../shared/problem-text.ts'
import { stateCell } from '../shared/state-cell.ts'
import { isBad, isPresent, type OperatorRow, type OperatorsReport } from './report.ts'

/** With -o wide operators that are not installed are listed too, one row per cluster. */
export const operatorsForms = (isWide: boolean): Presentation<OperatorsReport> => ({
  view: (report) => operatorsView(report, isWide),
  names: ({ operators }) => operators.flatMap(({ workloads }) => workloads),
  rows: { field: 'operators' },
})

function operatorsView(report: OperatorsReport, isWide: boolean): View {
  const { operators, findings, completeness } = report
  const shown = isWide ? operators.map(singleLine) : mergeRows(operators.filter(isPresent))
  const absent = absentNames(operators)
  return {
    blocks: [
      shown.length > 0 ? table(shown) : { type: 'lines', lines: [{ text: 'no operator was seen' }] },
      ...(findings.length > 0
        ? [
            {
              type: 'lines',
              lines: findings.map((one): Cell => ({ text: `${one.subject}: ${findingText(one)}`, tone: 'bad' })),
            } as const,
          ]
        : []),
      {
        type: 'lines',
        lines: [
          ...(absent.length > 0 ? [{ text: `not installed: ${absent.join(', ')}`, tone: 'dim' } as const] : []),
          ...nextLines(report),
          { text: lastLine(report) },
        ],
      },
    ],
    notes: gapNotes(completeness.gaps),
  }
}

/** An operator in one cluster, or in several where it is healthy with the same version. */
interface Line extends OperatorRow {
  readonly clusters: readonly string[]
}

const singleLine = (row: OperatorRow): Line => ({ ...row, clusters: [row.cluster] })

/** Merges healthy operators of equal version, and all operators of a cluster that could not be read. */
function mergeRows(rows: readonly OperatorRow[]): readonly Line[] {
  const unreadByCluster = Map.groupBy(rows.filter(isUnread), ({ cluster }) => cluster)
  const hidden = [...unreadByCluster.values()].filter((group) => group.length > 1)
  const merged = new Set(hidden.flat())
  return [...hidden.flatMap(hiddenLine), ...mergeHealthy(rows.filter((row) => !merged.has(row)))]
}

/** Nothing of it was read: its state is only that of its cluster. */
const isUnread = ({ state, workloads, objects, findings }: OperatorRow): boolean =>
  state === 'unknown' && workloads.length === 0 && objects === 0 && findings.length === 0

function hiddenLine(rows: readonly OperatorRow[]): readonly Line[] {
  const [first] = rows
  return first ? [{ ...singleLine(first), operator: `${rows.length} operators` }] : []
}

function mergeHealthy(rows: readonly OperatorRow[]): readonly Line[] {
  const groups = Map.groupBy(rows, (row) =>
    isBad(row) || row.state !== 'healthy' ? row : `${row.operator} ${row.versions.join()} ${row.elsewhere.join()}`,
  )
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const sum = (field: 'ready' | 'wanted' | 'objects') => group.reduce((total, row) => total + row[field], 0)
    const latest = group.reduce((a, b) => ((b.lastWorked ?? '') > (a.lastWorked ?? '') ? b : a))
    return [
      {
        ...latest,
        clusters: group.map(({ cluster }) => cluster),
        ready: sum('ready'),
        wanted: sum('wanted'),
        objects: sum('objects'),
        workloads: group.flatMap(({ workloads }) => workloads),
      },
    ]
  })
}

/** The cluster, or a count per role. */
function clustersText(clusters: readonly string[]): string {
  if (clusters.length === 1) return clusters[0] ?? ''
  const roles = Map.groupBy(clusters, (label) => label.split('/')[0] ?? '')
  return [...roles]
    .map(([role, members]) => (members.length === 1 ? (members[0] ?? '') : `${role} (${members.length})`))
    .join(', ')
}

function table(rows: readonly Line[]): Block {
  return {
    type: 'table',
    columns: [
      { title: 'OPERATOR' },
      { title: 'CLUSTER', flexible: true, drop: 5 },
      { title: 'STATE' },
      { title: 'READY', drop: 3 },
      { title: 'VERSION', drop: 4 },
      { title: 'ELSEWHERE', drop: 2 },
      { title: 'OBJECTS', wide: true },
      { title: 'LAST WRITE', drop: 1 },
      { title: 'WHY', flexible: true },
      { title: 'WORKLOADS', wide: true },
      { title: 'NEXT', wide: true },
    ],
    rows: rows.map((row) => [
      { text: row.operator },
      { text: clustersText(row.clusters) },
      stateCell(row.state),
      { text: row.workloads.length === 0 ? '' : `${row.ready}/${row.wanted}` },
      { text: row.versions.join(', ') },
      row.elsewhere.length === 0 ? { text: '' } : { text: row.elsewhere.join(', '), tone: 'busy' },
      { text: row.objects > 0 ? String(row.objects) : '' },
      { text: row.lastWorkedAge ? `${row.lastWorkedAge} ago` : '' },
      { text: row.findings.length > 0 ? row.findings.map(findingText).join('; ') : (row.reason ?? '') },
      { text: row.workloads.map((place) => place.split('@')[0]).join(', ') },
      { text: row.findings[0]?.next[0]?.command ?? '' },
    ]),
  }
}

function absentNames(rows: readonly OperatorRow[]): readonly string[] {
  const present = new Set(rows.filter(isPresent).map(({ operator }) => operator))
  return [...new Set(rows.map(({ operator }) => operator))].filter((name) => !present.has(name))
}

function nextLines({ operators, findings }: OperatorsReport): readonly Cell[] {
  const unhealthy = operators
    .filter(isBad)
    .find(({ workloads, findings: own }) => workloads.length > 0 || own.length > 0)
  const finding = unhealthy?.findings[0] ?? (unhealthy ? undefined : findings[0])
  const address = finding?.subject ?? unhealthy?.workloads[0]
  const command = finding?.next[0]?.command
  return [
    ...(address ? [{ text: `next: ${formatCommand(c5c3Command('why', address))}` }] : []),
    ...(command ? [{ text: `then: ${command}` }] : []),
  ]
}

function lastLine({ completeness, operators, verdict, exitCode, scope }: OperatorsReport): string {
  const present = operators.filter(isPresent)
  const unread = present.filter(isUnread).length
  const unhealthy = present.filter(isBad).length - unread
  const skewed = present.filter(({ elsewhere }) => elsewhere.length > 0)
  const counts = [
    `${present.length} ${present.length === 1 ? 'operator' : 'operators'}`,
    ...(unhealthy > 0 ? [`${unhealthy} not well`] : []),
    ...(unread > 0 ? [`${unread} not seen`] : []),
    ...(skewed.length > 0 ? [`${new Set(skewed.map(({ operator }) => operator)).size} of several versions`] : []),
  ].join(', ')
  return `${completenessText(completeness, 'read in full', scope)} · ${counts} · ${verdict} · exit ${exitCode}`
}
