// SPDX-License-Identifier: Apache-2.0

import { CATEGORIES } from '../../model/check/check.ts'
import type { Block, Cell, Tone, View } from '../../model/report/view.ts'
import { c5c3Command, formatCommand } from '../../model/text/command.ts'
import { completenessText } from '../shared/completeness.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { distinctNodes, type FindingGroup, groupFindings, groupPlaces } from '../shared/group-findings.ts'
import { nameOf, objectPlace } from '../shared/object-row.ts'
import { type CheckReport, type CheckRow, counts, type FindingReport } from './report.ts'

/** Root causes, worst first, then the outcome of each category. */
export function checkView(report: CheckReport, { onlyProblems }: { readonly onlyProblems: boolean }): View {
  const { findings, checks, completeness } = report
  const undecided = checks.filter(({ outcome }) => outcome === 'unknown')
  return {
    blocks: [
      ...(findings.length > 0 ? [findingTable(findings)] : []),
      ...(undecided.length > 0 ? [undecidedLines(undecided)] : []),
      ...(onlyProblems ? [] : [categoryTable(checks)]),
      { type: 'lines', lines: [...checkNextLines(report), { text: checkFooter(report) }] },
    ],
    notes: [...suppressionNotes(report), ...gapNotes(completeness.gaps)],
  }
}

function findingTable(findings: readonly FindingReport[]): Block {
  return {
    type: 'table',
    columns: [
      { title: 'SEVERITY' },
      { title: 'CHECK' },
      { title: 'OBJECT', flexible: true },
      { title: 'MESSAGE', flexible: true },
      { title: 'FOLLOWS' },
      { title: 'NEXT', wide: true },
    ],
    rows: groupFindings(findings).map((group) => [
      severityCell(group[0]),
      { text: groupCheck(group) },
      { text: groupObject(group), about: objectPlace(group[0].subject) },
      { text: group[0].message },
      { text: affectedText(group) },
      { text: group[0].next[0]?.command ?? '' },
    ]),
  }
}

/** For example "chassis-lost ×70 (F37)". */
const groupCheck = (group: FindingGroup<FindingReport>): string =>
  [group[0].check, group.length > 1 ? `×${group.length}` : '', group[0].mode && `(${group[0].mode})`]
    .filter(Boolean)
    .join(' ')

const groupObject = (group: FindingGroup<FindingReport>): string =>
  group.length > 1
    ? `${group[0].subject.kind}: ${groupPlaces(group)}`
    : `${nameOf(group[0].subject)} @${group[0].subject.cluster}`

function affectedText(group: FindingGroup<FindingReport>): string {
  const affected = distinctNodes(group.map(({ consequences }) => consequences)).length
  return affected === 0 ? '' : String(affected)
}

export function severityCell({ severity, suppressed, known }: FindingReport): Cell {
  if (suppressed) return { text: `· ${severity}, suppressed`, tone: 'dim' }
  if (known) return { text: `· ${severity}, known`, tone: 'dim' }
  if (severity === 'error') return { text: '✖ error', tone: 'bad' }
  return severity === 'warning' ? { text: '! warning', tone: 'busy' } : { text: '· info', tone: 'dim' }
}

/** Checks without a result, grouped by reason. */
function undecidedLines(rows: readonly CheckRow[]): Block {
  const groups = Map.groupBy(rows, ({ hidden, notRun }) => `(${hidden.join('; ')}) ${notRun === true}`)
  return {
    type: 'lines',
    lines: [...groups.values()].map((group) => ({
      text: `? ${group[0]?.notRun ? 'not run' : 'not decided'}: ${group.map(({ id }) => id).join(', ')} (${group[0]?.hidden.join('; ')})`,
      tone: 'busy',
    })),
  }
}

function categoryTable(rows: readonly CheckRow[]): Block {
  const categories = CATEGORIES.filter((category) => rows.some((row) => row.category === category))
  return {
    type: 'table',
    columns: [
      { title: 'CATEGORY' },
      { title: 'CHECKS' },
      { title: 'OK' },
      { title: 'FOUND' },
      { title: 'FOLLOW' },
      { title: 'UNKNOWN' },
      { title: 'NOT APPLICABLE' },
    ],
    rows: categories.map((category) => {
      const members = rows.filter((row) => row.category === category)
      const number = (outcome: CheckRow['outcome']) => members.filter((row) => row.outcome === outcome).length
      const [found, follow, unknown] = [
        members.filter(hasRootCause).length,
        members.filter(hasOnlyFollowing).length,
        number('unknown'),
      ]
      // an affected object is unhealthy too
      const [symbol, tone]: [string, Tone] =
        found > 0 ? ['✖', 'bad'] : unknown > 0 ? ['?', 'busy'] : follow > 0 ? ['…', 'busy'] : ['✔', 'good']
      return [
        { text: `${symbol} ${category}`, tone },
        ...[members.length, number('ok'), found, follow, unknown, number('not applicable')].map((n) => ({
          text: String(n),
        })),
      ] as Cell[]
    }),
  }
}

const hasRootCause = ({ findings }: CheckRow) => findings > 0
const hasOnlyFollowing = ({ outcome, findings }: CheckRow) => outcome === 'found' && findings === 0

/** Suggests `why` for the worst finding that counts. */
export function checkNextLines({ findings, failOn }: CheckReport): readonly Cell[] {
  const [worst] = findings.filter((finding) => counts(finding, failOn))
  if (!worst) return []
  const { kind, namespace, name, cluster } = worst.subject
  return [
    {
      text: `next: ${formatCommand(c5c3Command('why', `${kind}/${namespace ? `${namespace}/` : ''}${name}@${cluster}`))}`,
    },
  ]
}

function suppressionNotes({ suppressions }: CheckReport): readonly Cell[] {
  return suppressions
    .filter(({ state }) => state !== 'used')
    .map(({ check, object, until, state, origin }) => ({
      text: `${origin}: ${check}${object ? `=${object}` : ''} ${state === 'expired' ? `expired on ${until}` : 'hides nothing'}`,
      tone: 'busy',
    }))
}

export function checkFooter({ completeness, checks, findings, failOn, exitCode }: CheckReport): string {
  const outcomes = (['ok', 'unknown', 'not applicable'] as const).flatMap((outcome) => {
    const number = checks.filter((row) => row.outcome === outcome).length
    return number > 0 ? [`${number} ${outcome}`] : []
  })
  const following = checks.filter(hasOnlyFollowing).length
  if (following > 0) outcomes.push(`${following} that only ${following === 1 ? 'follows' : 'follow'}`)
  const uncounted = findings.filter((finding) => !counts(finding, failOn)).length
  const found = findings.length === 0 ? 'nothing found' : `${findings.length} found`
  const parts = [
    completenessText(completeness, 'read in full'),
    uncounted > 0 ? `${found} (${uncounted} not counted)` : found,
    ...(outcomes.length > 0 ? [`checks: ${outcomes.join(', ')}`] : []),
    `exit ${exitCode}`,
  ]
  return parts.join(' · ')
}
