// SPDX-License-Identifier: Apache-2.0

import { isFine, severity } from '../../model/graph/health.ts'
import type { Block, Branch, Cell, View } from '../../model/report/view.ts'
import { c5c3Command, formatCommand } from '../../model/text/command.ts'
import { accessHints } from '../shared/access-hints.ts'
import { completenessText } from '../shared/completeness.ts'
import { gapNotes } from '../shared/gap-notes.ts'
import { reasonOf, statusCell } from '../shared/object-cell.ts'
import { nameOf, objectPlace } from '../shared/object-row.ts'
import { stateCell } from '../shared/state-cell.ts'
import { partition } from './groups.ts'
import type { TreeGroup, TreeNodeReport, TreeOptions, TreeReport } from './report.ts'

/** The cluster is shown only where it differs from the parent's. */
export function treeView(report: TreeReport, { group = true, reverse = false }: Folding = {}): View {
  // --reverse asks for each dependent
  const isFolded = group && !reverse
  return {
    blocks: [
      report.roots.length === 0
        ? NOTHING
        : {
            type: 'tree',
            columns: [
              { title: 'OBJECT' },
              { title: 'STATE' },
              { title: 'CLUSTER', flexible: true },
              { title: 'AGE', drop: 1 },
              { title: 'REASON', flexible: true },
            ],
            roots: report.roots.map((root) => branchOf(root, undefined, isFolded)),
          },
      {
        type: 'lines',
        lines: [
          ...nextLines(report),
          {
            text: `${completenessText(report.completeness, 'read in full', report.scope)} · ${report.verdict} · exit ${report.exitCode}`,
          },
        ],
      },
    ],
    notes: [...gapNotes(report.completeness.gaps), ...accessHints(report.completeness.gaps)],
  }
}

/** Next step for the worst root. */
function nextLines({ roots }: TreeReport): readonly Cell[] {
  const [worst] = roots
    .filter(({ state }) => !isFine(state) && state !== 'unknown')
    .sort((a, b) => severity(b.state) - severity(a.state))
  return worst ? [{ text: `next: ${formatCommand(c5c3Command('why', objectPlace(worst)))}` }] : []
}

type Folding = Partial<Pick<TreeOptions, 'group' | 'reverse'>>

const NOTHING: Block = { type: 'lines', lines: [{ text: 'nothing is wrong with what was read' }] }

function branchOf(node: TreeNodeReport, parent: string | undefined, group: boolean): Branch {
  const [repeated, shown] = group ? partition(node.children, isHealthyRepeat) : [[], node.children]
  // a single repeated child is shown by name, several are counted
  const hasFewRepeated = repeated.length < 2
  const children = (hasFewRepeated ? node.children : shown).map((child) =>
    'group' in child ? groupBranch(child, node.cluster) : branchOf(child, node.cluster, group),
  )
  // branches that lead to a root cause start unfolded
  const leadsToCause = children.some(isOpen) || shown.some((child) => !('group' in child) && isCause(child))
  return {
    cells: cellsOf(node, parent),
    children: hasFewRepeated ? children : [...children, aboveBranch(repeated.length)],
    ...(leadsToCause ? {} : { folded: true as const }),
  }
}

const isHealthyRepeat = (child: TreeNodeReport | TreeGroup) =>
  !('group' in child) && child.seenAbove === true && isFine(child.state)

const aboveBranch = (count: number): Branch => ({
  cells: [
    { text: `${count} more, shown above`, tone: 'dim' },
    stateCell('healthy'),
    { text: '' },
    { text: '' },
    { text: '' },
  ],
  children: [],
})

/** A root cause that is drawn here first. */
const isCause = ({ own, waitsFor, seenAbove }: TreeNodeReport) => !isFine(own) && waitsFor === undefined && !seenAbove

const isOpen = (branch: Branch) => branch.children.length > 0 && !branch.folded

function cellsOf(node: TreeNodeReport, parent: string | undefined): Cell[] {
  return [
    { text: `${nameOf(node)}${node.seenAbove ? ' (above)' : node.more ? ' …' : ''}`, about: objectPlace(node) },
    statusCell(node),
    { text: node.cluster === parent ? '' : parent === undefined ? node.cluster : `⇒ ${node.cluster}` },
    { text: node.age ?? '' },
    { text: reasonOf(node) },
  ]
}

function groupBranch({ group }: TreeGroup, parent: string): Branch {
  const { kind, status, count, cluster, reason } = group
  return {
    cells: [
      { text: `${count} ${kind}`, tone: 'dim' },
      stateCell(status),
      { text: cluster === parent ? '' : `⇒ ${cluster}` },
      { text: '' },
      { text: reason ?? '' },
    ],
    children: [],
  }
}
