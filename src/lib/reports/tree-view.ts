// SPDX-License-Identifier: Apache-2.0
import type { Block, Branch, Cell, View } from '../model/view.ts'
import { completenessText } from './completeness.ts'
import { gapNotes } from './gap-notes.ts'
import { nameOf } from './node.ts'
import { ownCell, reasonOf, WAITING } from './node-cell.ts'
import { stateCell } from './state-words.ts'
import type { TreeGroup, TreeNodeReport, TreeReport } from './tree.ts'
import { waysIn } from './ways-in.ts'

/** A tree for people: what it is, how it is, why, where. The cluster is named where it changes. */
export function treeView(report: TreeReport): View {
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
            roots: report.roots.map((root) => branchOf(root, undefined)),
          },
      {
        type: 'lines',
        lines: [
          {
            text: `${completenessText(report.completeness, 'read in full', report.scope)} · ${report.verdict} · exit ${report.exitCode}`,
          },
        ],
      },
    ],
    notes: [...gapNotes(report.completeness.gaps), ...waysIn(report.completeness.gaps)],
  }
}

const NOTHING: Block = { type: 'lines', lines: [{ text: 'nothing is wrong with what was read' }] }

function branchOf(node: TreeNodeReport, parent: string | undefined): Branch {
  return {
    cells: cellsOf(node, parent),
    children: node.children.map((child) =>
      'group' in child ? groupBranch(child, node.cluster) : branchOf(child, node.cluster),
    ),
  }
}

function cellsOf(node: TreeNodeReport, parent: string | undefined): Cell[] {
  return [
    { text: `${nameOf(node)}${node.seenAbove ? ' (above)' : node.more ? ' …' : ''}` },
    parent === undefined ? stateCell(node.state, detailOf(node)) : ownCell(node),
    { text: node.cluster === parent ? '' : parent === undefined ? node.cluster : `⇒ ${node.cluster}` },
    { text: node.age ?? '' },
    { text: reasonOf(node) },
  ]
}

const detailOf = ({ source }: TreeNodeReport) => (source === 'live' ? undefined : source)

function groupBranch({ group }: TreeGroup, parent: string): Branch {
  const { kind, state, count, cluster, waiting, reason } = group
  return {
    cells: [
      { text: `${count} ${kind}`, tone: 'dim' },
      waiting ? WAITING : stateCell(state),
      { text: cluster === parent ? '' : `⇒ ${cluster}` },
      { text: '' },
      { text: reason ?? '' },
    ],
    children: [],
  }
}
