// SPDX-License-Identifier: Apache-2.0
import { isFine, severity } from '../../model/graph/health.ts'
import type { Block, Cell, View } from '../../model/report/view.ts'
import { c5c3Command, formatCommand, operands } from '../../model/text/command.ts'
import { accessHints } from '../shared/access-hints.ts'
import { completenessFooter } from '../shared/completeness.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { objectPlace } from '../shared/object-row.ts'
import { clusterTable, foldedClusters, qualifiedName, shortNames, wideClusterTable } from './cluster-blocks.ts'
import { keysLines } from './keys-compared.ts'
import { foldedPools, poolTables } from './pool-blocks.ts'
import type { StatusReport } from './report.ts'
import { verdictSentence } from './verdict-sentence.ts'

/** The verdict, the unhealthy OpenStack clusters and pools, and what is healthy on one line each. */
export function statusView(report: StatusReport, isWide = false): View {
  const { gaps } = report.completeness
  return {
    blocks: [
      { type: 'lines', lines: [verdictSentence(report)] },
      ...(isWide ? wideBlocks(report) : usualBlocks(report)),
      { type: 'lines', lines: [...moreLines(report), ...statusKeysLines(report), statusFooter(report)] },
    ],
    notes: [...gapNotes(gaps), ...accessHints(gaps)],
  }
}

function usualBlocks(report: StatusReport): readonly Block[] {
  const { clusters, pools } = report
  const poolTable = poolTables(pools, false)
  const [next, healthy, healthyPools] = [statusNextLines(report), foldedClusters(clusters), foldedPools(pools)]
  return [
    ...clusterTable(clusters),
    ...linesBlock([...emptyLines(report), ...next, ...healthy, ...(poolTable.length > 0 ? [] : healthyPools)]),
    ...poolTable,
    ...(poolTable.length > 0 ? linesBlock(healthyPools) : []),
  ]
}

function wideBlocks(report: StatusReport): readonly Block[] {
  const { clusters, pools } = report
  return [
    ...(clusters.length > 0 ? [wideClusterTable(clusters)] : []),
    ...poolTables(pools, true),
    ...linesBlock([...emptyLines(report), ...statusNextLines(report)]),
  ]
}

const linesBlock = (lines: readonly Cell[]): readonly Block[] => (lines.length > 0 ? [{ type: 'lines', lines }] : [])

/** The usual reason for an empty list is a wrong selection of clusters. */
const emptyLines = ({ clusters }: StatusReport): readonly Cell[] =>
  clusters.length === 0 ? [{ text: 'clusters of this fleet: kubectl c5c3 contexts' }] : []

/** One command for each root cause, worst first; for unreadable clusters the access hints apply. */
function statusNextLines({ clusters, pools, scope }: StatusReport): readonly Cell[] {
  const nameOf = scope ? qualifiedName : shortNames(clusters)
  const unhealthy = clusters
    .filter(({ state }) => !isFine(state) && state !== 'unknown')
    .sort((a, b) => severity(b.state) - severity(a.state))
  const byCause = Map.groupBy(unhealthy, (row) => (row.blocker ? objectPlace(row.blocker) : qualifiedName(row)))
  const rows = [...byCause.values()].flatMap(([first]) => first ?? []).slice(0, MAX_COMMANDS)
  if (rows.length > 0) return rows.map((row) => nextLine('why', ...operands(nameOf(row))))
  const [pool] = pools.filter(({ state }) => !isFine(state) && state !== 'unknown')
  return pool ? [nextLine('pools', 'show', ...operands(pool.name))] : []
}

const MAX_COMMANDS = 3

const nextLine = (...args: readonly string[]): Cell => ({ text: `next: ${formatCommand(c5c3Command(...args))}` })

export const statusKeysLines = ({ clusters, keysCompared, completeness }: StatusReport): readonly Cell[] =>
  clusters.length === 0 ? [] : keysLines(keysCompared, completeness)

/** Claims may be missing from the list, too: not every OpenStack cluster is named by something that was read. */
const moreLines = ({ mayHoldMore = [] }: StatusReport): readonly Cell[] =>
  mayHoldMore.length === 0
    ? []
    : [{ text: `could hold more OpenStack clusters, not readable: ${mayHoldMore.join(', ')}`, tone: 'busy' }]

export const statusFooter = (report: StatusReport): Cell =>
  completenessFooter(report, ...(report.copies ? [copiesText(report.copies)] : []))

function copiesText({ count, accepted }: NonNullable<StatusReport['copies']>): string {
  const what = `${count} ${count === 1 ? 'object' : 'objects'} cached`
  return accepted ? `${what}, accepted` : `${what} (--accept-cached counts them as read)`
}

export function statusNames({ clusters }: StatusReport): readonly string[] {
  return clusters.filter(({ name }) => name !== '*').map((row) => `${row.kind.toLowerCase()}/${qualifiedName(row)}`)
}
