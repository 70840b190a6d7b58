// SPDX-License-Identifier: Apache-2.0
import type { Block, Branch, Cell, View } from '../../model/report/view.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { reasonOf } from '../shared/object-cell.ts'
import { nameOf, objectPlace } from '../shared/object-row.ts'
import { couldNotRunLines } from './outcomes.ts'
import type { CheckReport, FindingReport } from './report.ts'
import { checkVerdictLine } from './verdict-line.ts'
import { checkFooter, checkNextLines, severityCell } from './view.ts'

/** Root causes, worst first; affected objects are folded below each. */
export function checkTreeView(report: CheckReport): View {
  const { findings, completeness } = report
  return {
    blocks: [
      ...(findings.length > 0
        ? [
            {
              type: 'tree' as const,
              columns: [
                { title: 'OBJECT' },
                { title: 'SEVERITY' },
                { title: 'CLUSTER', drop: 2 },
                { title: 'CHECK', drop: 3 },
                { title: 'AFFECTED', drop: 1 },
                { title: 'MESSAGE', flexible: true },
              ],
              roots: findings.map(branchOf),
            } satisfies Block,
          ]
        : [{ type: 'lines' as const, lines: [{ text: 'nothing is wrong with what was read' }] }]),
      { type: 'lines', lines: couldNotRunLines(report) },
      { type: 'lines', lines: [...checkNextLines(report), checkVerdictLine(report), checkFooter(report)] },
    ],
    notes: gapNotes(completeness.gaps),
  }
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
        AFFECTED,
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
const AFFECTED: Cell = { text: '⏸ affected', tone: 'busy' }
