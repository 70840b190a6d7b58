// SPDX-License-Identifier: Apache-2.0
import { isFine } from '../../model/graph/health.ts'
import type { Block, Cell, View } from '../../model/report/view.ts'
import { c5c3Command, formatCommand, operands } from '../../model/text/command.ts'
import { accessHints } from '../shared/access-hints.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { SYMBOLS, stateWord, TONES } from '../shared/state-cell.ts'
import { causeText, fullCauseText, unreachableText } from './cause-text.ts'
import { qualifiedName } from './cluster-blocks.ts'
import type { StatusPageReport } from './detail.ts'
import { statusPageWide } from './detail-wide.ts'
import { foldedPhases, phaseTable } from './phase-table.ts'
import { foldedPools, poolTables } from './pool-blocks.ts'
import type { StatusRow } from './report.ts'
import { specLines } from './requested-view.ts'
import { partsLine, servicesLine } from './summary-lines.ts'
import { statusFooter, statusKeysLines } from './view.ts'

export interface StatusPageOptions {
  /** How the user named it, for suggested commands. */
  readonly name?: string
  readonly isWide?: boolean
}

/** One OpenStack cluster: verdict, root cause and what it blocks; what is not ready; what is healthy on one line each. */
export function statusPageView(report: StatusPageReport, { name, isWide = false }: StatusPageOptions = {}): View {
  const [row] = report.clusters
  if (!row) return { blocks: [] }
  const { gaps } = report.completeness
  return {
    blocks: [
      { type: 'lines', lines: head(row, name ?? qualifiedName(row), isWide) },
      ...(isWide ? statusPageWide(report, row) : summary(report, row)),
      { type: 'lines', lines: [...phaseNote(report, row), ...statusKeysLines(report), statusFooter(report)] },
    ],
    notes: [...gapNotes(gaps), ...accessHints(gaps)],
  }
}

function head(row: StatusRow, name: string, isWide: boolean): readonly Cell[] {
  const { state, namespace, region, rootCause, blocker, unreachable } = row
  const where = [namespace, region].filter((part) => part !== undefined).join(', ')
  const since = state === 'unknown' || !rootCause?.sinceAge ? '' : ` ${rootCause.sinceAge}`
  const title = `${SYMBOLS[state]} ${row.name}${where ? ` (${where})` : ''}: ${stateWord(state)}${since}`
  const cause = isWide ? fullCauseText(row) : atCluster(row)
  const blocks = rootCause?.blocks ?? []
  const isExplained = !isFine(state) && blocker !== undefined
  return [
    { text: title, tone: TONES[state] },
    ...(isExplained
      ? [{ text: unreachable ? `  cannot tell: ${unreachableText(unreachable)}` : `  root cause: ${cause}` }]
      : []),
    ...(blocks.length > 0 ? [{ text: `  blocks: ${blocks.join(', ')}` }] : []),
    ...(isExplained && state !== 'unknown'
      ? [{ text: `  next: ${formatCommand(c5c3Command('why', ...operands(name)))}` }]
      : []),
  ]
}

/** The root cause with its cluster: kind/name alone does not say where it is. */
function atCluster(row: StatusRow): string {
  const text = causeText(row)
  const end = text.indexOf(': ')
  return row.blocker ? `${text.slice(0, end)} @${row.blocker.cluster}${text.slice(end)}` : text
}

function summary(report: StatusPageReport, row: StatusRow): readonly Block[] {
  return [
    ...phaseTable(row),
    ...poolTables(report.pools, false),
    {
      type: 'lines',
      lines: [
        ...foldedPhases(row.phases),
        ...partsLine(report.parts),
        ...servicesLine(report),
        ...foldedPools(report.pools, 'POOLS     '),
        ...specLines(report.requested),
      ],
    },
  ]
}

/** The phase in the status of the claim, where it does not agree with the state. */
function phaseNote({ claims }: StatusPageReport, { state }: StatusRow): readonly Cell[] {
  if (!claims || claims.agrees) return []
  const why = state === 'unknown' ? 'could not be confirmed' : 'out of date'
  return [{ text: `! the claim still reports phase ${claims.phase} (${why})`, tone: 'busy' }]
}
