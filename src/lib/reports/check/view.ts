// SPDX-License-Identifier: Apache-2.0

import { CATEGORIES } from '../../model/check/check.ts'
import type { Block, Cell, Tone, View } from '../../model/report/view.ts'
import { c5c3Command, formatCommand } from '../../model/text/command.ts'
import { completenessText } from '../shared/completeness.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { nameOf, objectPlace } from '../shared/object-row.ts'
import { type CheckReport, type CheckRow, counts, type FindingReport } from './report.ts'

/** Causes, worst first, with how much follows from each; then what every category came to, and each check if asked. */
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
    rows: findings.map((finding) => [
      severityCell(finding),
      { text: finding.mode ? `${finding.check} (${finding.mode})` : finding.check },
      { text: `${nameOf(finding.subject)} @${finding.subject.cluster}`, about: objectPlace(finding.subject) },
      { text: finding.message },
      { text: finding.consequences.length === 0 ? '' : String(finding.consequences.length) },
      { text: finding.next[0]?.command ?? '' },
    ]),
  }
}

/** How bad it is; what does not count says so. */
export function severityCell({ severity, suppressed, known }: FindingReport): Cell {
  if (suppressed) return { text: `· ${severity}, suppressed`, tone: 'dim' }
  if (known) return { text: `· ${severity}, known`, tone: 'dim' }
  if (severity === 'error') return { text: '✖ error', tone: 'bad' }
  return severity === 'warning' ? { text: '! warning', tone: 'busy' } : { text: '· info', tone: 'dim' }
}

/** What could not be decided, once for each reason. */
function undecidedLines(rows: readonly CheckRow[]): Block {
  const groups = Map.groupBy(rows, ({ hidden }) => hidden.join('; '))
  return {
    type: 'lines',
    lines: [...groups].map(([why, those]) => ({
      text: `? not decided: ${those.map(({ id }) => id).join(', ')} (${why})`,
      tone: 'busy',
    })),
  }
}

function categoryTable(rows: readonly CheckRow[]): Block {
  const some = CATEGORIES.filter((category) => rows.some((row) => row.category === category))
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
    rows: some.map((category) => {
      const of = rows.filter((row) => row.category === category)
      const number = (outcome: CheckRow['outcome']) => of.filter((row) => row.outcome === outcome).length
      const [found, follow, unknown] = [of.filter(isCause).length, of.filter(follows).length, number('unknown')]
      // what suffers from a cause elsewhere is not well either
      const [symbol, tone]: [string, Tone] =
        found > 0 ? ['✖', 'bad'] : unknown > 0 ? ['?', 'busy'] : follow > 0 ? ['…', 'busy'] : ['✔', 'good']
      return [
        { text: `${symbol} ${category}`, tone },
        ...[of.length, number('ok'), found, follow, unknown, number('not applicable')].map((n) => ({
          text: String(n),
        })),
      ] as Cell[]
    }),
  }
}

/** What it found is a cause, or only follows from one that another check found. */
const isCause = ({ findings }: CheckRow) => findings > 0
const follows = ({ outcome, findings }: CheckRow) => outcome === 'found' && findings === 0

/** The worst finding is what one looks at next. */
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

/** How much was read, what was found, and the exit code. */
export function checkFooter({ completeness, checks, findings, failOn, exitCode }: CheckReport): string {
  const told = (['ok', 'unknown', 'not applicable'] as const).flatMap((outcome) => {
    const number = checks.filter((row) => row.outcome === outcome).length
    return number > 0 ? [`${number} ${outcome}`] : []
  })
  const following = checks.filter(follows).length
  if (following > 0) told.push(`${following} that only ${following === 1 ? 'follows' : 'follow'}`)
  const excused = findings.filter((finding) => !counts(finding, failOn)).length
  const found = findings.length === 0 ? 'nothing found' : `${findings.length} found`
  const words = [
    completenessText(completeness, 'read in full'),
    excused > 0 ? `${found} (${excused} not counted)` : found,
    ...(told.length > 0 ? [`checks: ${told.join(', ')}`] : []),
    `exit ${exitCode}`,
  ]
  return words.join(' · ')
}
