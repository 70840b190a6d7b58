// SPDX-License-Identifier: Apache-2.0
import type { Block, Branch, Cell, View } from '../model/view.ts'
import type { CheckReport, CheckRow, FindingReport } from './check.ts'
import { lastLine, nextLines, severityCell } from './check-view.ts'
import { gapNotes } from './gap-notes.ts'
import { nameOf, placeOf } from './node.ts'
import { reasonOf } from './node-cell.ts'

/** Causes, worst first, each with all that follows from it folded below. */
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
      { type: 'lines', lines: [...nextLines(report), { text: lastLine(report) }] },
    ],
    notes: gapNotes(completeness.gaps),
  }
}

/** How many could not be decided, once for each reason; which they are fills a screen. */
function undecidedLines(rows: readonly CheckRow[]): Block {
  const groups = Map.groupBy(rows, ({ hidden }) => hidden.join('; '))
  return {
    type: 'lines',
    lines: [...groups].map(([why, those]) => ({
      text: `? ${those.length} ${those.length === 1 ? 'check' : 'checks'} not decided: ${why}`,
      tone: 'busy',
    })),
  }
}

function branchOf(finding: FindingReport): Branch {
  const { subject, consequences, message, check, mode } = finding
  return {
    cells: [
      { text: nameOf(subject), about: placeOf(subject) },
      severityCell(finding),
      { text: subject.cluster },
      { text: mode ? `${check} (${mode})` : check },
      { text: consequences.length === 0 ? '' : String(consequences.length) },
      { text: message },
    ],
    children: consequences.map((node) => ({
      cells: [
        { text: nameOf(node), about: placeOf(node) },
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

/** Whatever it says itself, it is not what to mend. */
const FOLLOWS: Cell = { text: '… follows', tone: 'busy' }
