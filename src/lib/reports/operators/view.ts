// SPDX-License-Identifier: Apache-2.0

import type { Presentation } from '../../model/report/presentation.ts'
import type { Block, Cell, View } from '../../model/report/view.ts'
import { c5c3Command, formatCommand } from '../../model/text/command.ts'
import { linesBlock, listFooter } from '../lists/list-footer.ts'
import { sentence } from '../lists/verdict-line.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { findingText } from '../shared/problem-text.ts'
import { stateCell, stateWord } from '../shared/state-cell.ts'
import { tableOf } from '../shared/table.ts'
import { clustersText, isUnread, mergeRows, type OperatorLine, singleLine } from './merge-rows.ts'
import { isBad, isPresent, type OperatorRow, type OperatorsReport } from './report.ts'

/** With -o wide operators that are not installed are listed too, one row per cluster. */
export const operatorsForms = (isWide: boolean): Presentation<OperatorsReport> => ({
  view: (report) => operatorsView(report, isWide),
  names: ({ operators }) => operators.flatMap(({ workloads }) => workloads),
  rows: { field: 'operators' },
})

function operatorsView(report: OperatorsReport, isWide: boolean): View {
  const { operators, findings, completeness, scope } = report
  const merged = mergeRows(operators.filter(isPresent))
  const notable = merged.filter((row) => row.state !== 'healthy' || row.elsewhere.length > 0 || isBad(row))
  const shown = isWide ? operators.map(singleLine) : notable
  const healthy = isWide ? [] : merged.filter((row) => !notable.includes(row))
  const absent = absentNames(operators)
  return {
    blocks: [
      { type: 'lines', lines: [headline(report)] },
      ...(shown.length > 0 ? [table(shown)] : []),
      ...linesBlock(findings.map((one): Cell => ({ text: `${one.subject}: ${findingText(one)}`, tone: 'bad' }))),
      ...linesBlock([
        // the headline counts them when there is nothing else
        ...(healthy.length > 0 && shown.length > 0 ? [healthyLine(healthy)] : []),
        ...(isWide && absent.length > 0 ? [{ text: `not installed: ${absent.join(', ')}`, tone: 'dim' } as const] : []),
      ]),
      ...linesBlock(nextLines(report)),
      listFooter(completeness, scope, ...(isWide ? [] : ['versions and clusters: -o wide'])),
    ],
    notes: gapNotes(completeness.gaps),
  }
}

/** Counts operators, not their installations: one that runs in five clusters is one operator. */
function headline({ operators, verdict }: OperatorsReport): Cell {
  const present = operators.filter(isPresent)
  if (present.length === 0) return sentence(verdict, 'no operators found in what could be read')
  const names = (rows: readonly OperatorRow[]) => new Set(rows.map(({ operator }) => operator)).size
  const unread = present.filter(isUnread)
  const read = present.filter((row) => !isUnread(row))
  const bad = read.filter((row) => isBad(row) && row.state !== 'unknown')
  const busy = read.filter((row) => !bad.includes(row) && row.state !== 'healthy')
  const skewed = names(present.filter(({ elsewhere }) => elsewhere.length > 0))
  const clusters = new Set(present.map(({ cluster }) => cluster)).size
  const total = names(present)
  const many = total === 1 ? 'operator' : 'operators'
  const where = `in ${clusters} ${clusters === 1 ? 'cluster' : 'clusters'}`
  const parts = [
    ...(bad.length > 0 ? [`${names(bad)} of ${total} ${many} unhealthy`] : []),
    ...(busy.length > 0
      ? [`${names(busy)} ${[...new Set(busy.map(({ state }) => stateWord(state)))].join(' or ')}`]
      : []),
    ...(unread.length > 0 ? [unreadText(new Set(unread.map(({ cluster }) => cluster)))] : []),
    ...(bad.length + busy.length + unread.length === 0 ? [`all ${total} ${many} are healthy ${where}`] : []),
    ...(skewed > 0 ? [`${skewed} with different versions`] : unread.length > 0 ? [] : ['versions consistent']),
  ]
  return sentence(verdict, parts.join(' · '))
}

const unreadText = (clusters: ReadonlySet<string>): string => {
  const [only] = clusters
  return clusters.size === 1
    ? `operators of ${only} not readable`
    : `operators of ${clusters.size} clusters not readable`
}

const healthyLine = (rows: readonly OperatorLine[]): Cell => ({
  text: `✔ healthy: ${[...new Set(rows.map(({ operator }) => operator))].join(', ')}`,
  tone: 'good',
})

const table = (rows: readonly OperatorLine[]): Block =>
  tableOf(rows, [
    { title: 'OPERATOR', cell: ({ operator }) => operator },
    { title: 'CLUSTER', flexible: true, drop: 5, cell: ({ clusters }) => clustersText(clusters) },
    { title: 'STATE', cell: ({ state }) => stateCell(state) },
    {
      title: 'READY',
      drop: 3,
      cell: ({ workloads, ready, wanted }) => (workloads.length === 0 ? '' : `${ready}/${wanted}`),
    },
    { title: 'VERSION', drop: 4, cell: ({ versions }) => versions.join(', ') },
    {
      title: 'ELSEWHERE',
      drop: 2,
      cell: ({ elsewhere }) => (elsewhere.length === 0 ? '' : { text: elsewhere.join(', '), tone: 'busy' }),
    },
    { title: 'OBJECTS', wide: true, cell: ({ objects }) => (objects > 0 ? String(objects) : '') },
    { title: 'LAST ACTIVITY', wide: true, cell: ({ lastWorkedAge }) => (lastWorkedAge ? `${lastWorkedAge} ago` : '') },
    {
      title: 'REASON',
      flexible: true,
      cell: ({ findings, reason }) => (findings.length > 0 ? findings.map(findingText).join('; ') : (reason ?? '')),
    },
    {
      title: 'WORKLOADS',
      wide: true,
      cell: ({ workloads }) => workloads.map((place) => place.split('@')[0]).join(', '),
    },
    { title: 'NEXT', wide: true, cell: ({ findings }) => findings[0]?.next[0]?.command ?? '' },
  ])

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
