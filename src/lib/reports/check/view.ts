// SPDX-License-Identifier: Apache-2.0
import type { Block, Cell, View } from '../../model/report/view.ts'
import { c5c3Command, formatCommand } from '../../model/text/command.ts'
import { completenessText } from '../shared/completeness.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { distinctNodes, type FindingGroup, groupFindings, groupPlaces } from '../shared/group-findings.ts'
import { objectPlace } from '../shared/object-row.ts'
import { tableOf } from '../shared/table.ts'
import { openStackClusterNames } from '../why/openstack-clusters.ts'
import { categoryTable } from './category-table.ts'
import { couldNotRunLines } from './outcomes.ts'
import { type CheckReport, counts, type FindingReport } from './report.ts'
import { checkVerdictLine } from './verdict-line.ts'

export interface CheckViewOptions {
  readonly onlyProblems: boolean
  readonly isWide: boolean
}

/** The verdict, then root causes, worst first, and what could not run; the categories with -o wide. */
export function checkView(report: CheckReport, { onlyProblems, isWide }: CheckViewOptions): View {
  const { findings, checks, completeness } = report
  return {
    blocks: [
      { type: 'lines', lines: [checkVerdictLine(report)] },
      ...(findings.length > 0 ? [findingTable(findings)] : []),
      ...(isWide && !onlyProblems ? [categoryTable(checks)] : []),
      { type: 'lines', lines: couldNotRunLines(report, isWide) },
      { type: 'lines', lines: [...checkNextLines(report), checkFooter(report)] },
    ],
    notes: [...suppressionNotes(report), ...gapNotes(completeness.gaps)],
  }
}

const findingTable = (findings: readonly FindingReport[]): Block =>
  tableOf(groupFindings(findings), [
    { title: 'SEVERITY', cell: ([first]) => severityCell(first) },
    { title: 'FINDING', flexible: true, cell: findingText },
    { title: 'CHECK', wide: true, cell: ([{ check }]) => check },
    { title: 'SINCE', cell: sinceText },
    { title: 'OPENSTACK CLUSTERS', flexible: true, cell: (group) => openStackClusterNames(clustersOf(group)) },
    {
      title: 'OBJECT',
      flexible: true,
      cell: (group) => ({ text: objectText(group), about: objectPlace(group[0].subject) }),
    },
    { title: 'AFFECTED', wide: true, cell: affectedText },
    { title: 'MESSAGE', wide: true, cell: ([{ message }]) => message },
    { title: 'NEXT', wide: true, cell: ([{ next }]) => next[0]?.command ?? '' },
  ])

type Group = FindingGroup<FindingReport>

/** For example "MariaDB is not ready (F52)". */
const findingText = (group: Group): string => {
  const [{ title, mode }] = group
  return [title, ...(mode ? [`(${mode})`] : []), ...(group.length > 1 ? [`×${group.length}`] : [])].join(' ')
}

const sinceText = (group: Group): string =>
  group.toSorted((a, b) => ((a.since ?? '~') < (b.since ?? '~') ? -1 : 1))[0]?.sinceAge ?? ''

const clustersOf = (group: Group): readonly string[] =>
  [...new Set(group.flatMap(({ openStackClusters }) => openStackClusters))].sort()

/** Without the namespace, which is generated from the name of the OpenStack cluster; -o json and `why` have it. */
const objectText = (group: Group): string => {
  const [{ subject }] = group
  return group.length > 1
    ? `${subject.kind}: ${groupPlaces(group)}`
    : `${subject.kind}/${subject.name} @${subject.cluster}`
}

function affectedText(group: Group): string {
  const affected = distinctNodes(group.map(({ consequences }) => consequences)).length
  return affected === 0 ? '' : String(affected)
}

export function severityCell({ severity, suppressed, known }: FindingReport): Cell {
  if (suppressed) return { text: `· ${severity}, suppressed`, tone: 'dim' }
  if (known) return { text: `· ${severity}, known`, tone: 'dim' }
  if (severity === 'error') return { text: '✖ error', tone: 'bad' }
  return severity === 'warning' ? { text: '! warning', tone: 'busy' } : { text: '· info', tone: 'dim' }
}

/** Suggests `why` for the worst findings that count: of the OpenStack cluster, if it has no other finding. */
export function checkNextLines({ findings, failOn }: CheckReport): readonly Cell[] {
  const groups = groupFindings(findings.filter((finding) => counts(finding, failOn)))
  const subjects = groups.map((group) => {
    const [cluster, ...more] = clustersOf(group)
    const isOnly = groups.every((other) => other === group || !clustersOf(other).some((name) => name === cluster))
    return cluster !== undefined && more.length === 0 && isOnly ? cluster : objectPlace(group[0].subject)
  })
  const commands = [...new Set(subjects)]
    .slice(0, MAX_NEXT)
    .map((subject) => formatCommand(c5c3Command('why', subject)))
  return commands.map((command) => ({ text: `next: ${command}`, isCommand: true }))
}

const MAX_NEXT = 5

function suppressionNotes({ suppressions }: CheckReport): readonly Cell[] {
  return suppressions
    .filter(({ state }) => state !== 'used')
    .map(({ check, object, until, state, origin }) => ({
      text: `${origin}: ${check}${object ? `=${object}` : ''} ${state === 'expired' ? `expired on ${until}` : 'hides nothing'}`,
      tone: 'busy',
    }))
}

export const checkFooter = ({ completeness }: CheckReport): Cell => ({
  text: completenessText(completeness, 'read in full'),
  tone: 'dim',
})
