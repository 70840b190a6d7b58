// SPDX-License-Identifier: Apache-2.0
import type { Block, Branch, Cell, View } from '../../model/report/view.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { reasonOf } from '../shared/object-cell.ts'
import { nameOf, objectPlace } from '../shared/object-row.ts'
import type { CheckReport, CheckRow, FindingReport } from './report.ts'
import { checkFooter, checkNextLines, severityCell } from './view.ts'

/** Root causes, worst first; affected objects are folded below each. */
export function checkTreeView(report: CheckReport): View {
  const { findings, checks, completeness } = report
  const undecided = checks.filter(({ outcome }) => outcome === 'unknown')
  return {
    blocks: [
      findings.length > 0
        ? {
            type: 'tree',
            columns: [
              { title: 'OBJECT' },
              { title: 'SEVERITY' },
              { title: 'CLUSTER', drop: 2 },
              { title: 'CHECK', drop: 3 },
              { title: 'FOLLOWS', drop: 1 },
              { title: 'MESSAGE', flexible: true },
            ],
            roots: findings.map(branchOf),
          }
        : { type: 'lines', lines: [{ text: 'nothing is wrong with what was read' }] },
      ...(undecided.length > 0 ? [undecidedLines(undecided)] : []),
      { type: 'lines', lines: [...checkNextLines(report), { text: checkFooter(report) }] },
    ],
    notes: gapNotes(completeness.gaps),
  }
}

/** Groups by missing input instead of listing check ids, which would fill a screen. */
function undecidedLines(rows: readonly CheckRow[]): Block {
  const count = (n: number) => `${n} ${n === 1 ? 'check' : 'checks'}`
  const byReason = Map.groupBy(
    rows.flatMap(({ id, hidden }) => hidden.map((why) => ({ id, why }))),
    ({ why }) => why,
  )
  const [only] = byReason.keys()
  const texts =
    byReason.size === 1 && only !== undefined
      ? [`? ${count(rows.length)} not decided: ${only}`]
      : [
          `? ${count(rows.length)} not decided for want of`,
          ...[...byReason]
            .sort(([, a], [, b]) => b.length - a.length)
            .map(([why, affected]) => `? ${why} (${count(affected.length)})`),
        ]
  return { type: 'lines', lines: texts.map((text) => ({ text, tone: 'busy' })) }
}

function branchOf(finding: FindingReport): Branch {
  const { subject, consequences, message, check, mode } = finding
  return {
    cells: [
      { text: nameOf(subject), about: objectPlace(subject) },
      severityCell(finding),
      { text: subject.cluster },
      { text: mode ? `${check} (${mode})` : check },
      { text: consequences.length === 0 ? '' : String(consequences.length) },
      { text: message },
    ],
    children: consequences.map((node) => ({
      cells: [
        { text: nameOf(node), about: objectPlace(node) },
        FOLLOWS,
        { text: node.cluster === subject.cluster ? '' : node.cluster },
        { text: '' },
        { text: '' },
        { text: reasonOf(node) },
      ],
      children: [],
    })),
    ...(consequences.length > 0 ? { folded: true as const } : {}),
  }
}

/** An affected object is not the one to fix, whatever its own message says. */
const FOLLOWS: Cell = { text: '… follows', tone: 'busy' }
