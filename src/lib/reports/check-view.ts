// SPDX-License-Identifier: Apache-2.0
import type { Block, Cell, View } from '../model/view.ts'
import type { CheckReport, FindingReport } from './check.ts'
import { completenessText } from './completeness.ts'
import { gapNotes } from './gap-notes.ts'
import { nameOf } from './node.ts'

/** Causes, worst first, with how much follows from each; then what could not be decided. */
export function checkView(report: CheckReport): View {
  const { findings, completeness } = report
  return {
    blocks: [...(findings.length > 0 ? [table(findings)] : []), { type: 'lines', lines: [{ text: lastLine(report) }] }],
    notes: gapNotes(completeness.gaps),
  }
}

function table(findings: readonly FindingReport[]): Block {
  return {
    type: 'table',
    columns: [
      { title: 'SEVERITY' },
      { title: 'CHECK' },
      { title: 'OBJECT' },
      { title: 'MESSAGE', flexible: true },
      { title: 'FOLLOWS' },
    ],
    rows: findings.map((finding) => [
      severityCell(finding),
      { text: `${finding.check} ${finding.mode}` },
      { text: `${nameOf(finding.subject)} @${finding.subject.cluster}` },
      { text: finding.message },
      { text: finding.consequences.length === 0 ? '' : String(finding.consequences.length) },
    ]),
  }
}

const severityCell = ({ severity }: FindingReport): Cell =>
  severity === 'error'
    ? { text: '✖ error', tone: 'bad' }
    : severity === 'warning'
      ? { text: '! warning', tone: 'busy' }
      : { text: '· info', tone: 'dim' }

function lastLine({ completeness, checks, findings, exitCode }: CheckReport): string {
  const counts = Map.groupBy(checks, ({ outcome }) => outcome)
  const told = (['ok', 'unknown', 'not applicable'] as const)
    .filter((outcome) => counts.has(outcome))
    .map((outcome) => `${counts.get(outcome)?.length} ${outcome}`)
  const found = findings.length === 0 ? 'nothing found' : `${findings.length} found`
  return [completenessText(completeness, 'read in full'), found, `checks: ${told.join(', ')}`, `exit ${exitCode}`].join(
    ' · ',
  )
}
