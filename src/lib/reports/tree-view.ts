// SPDX-License-Identifier: Apache-2.0
import type { Branch, Cell, View } from '../model/view.ts'
import { completenessText } from './completeness.ts'
import { gapNotes } from './gap-notes.ts'
import { nameOf } from './node.ts'
import { stateCell } from './state-words.ts'
import type { TreeGroup, TreeNodeReport, TreeReport } from './tree.ts'

/** A tree for people: what it is, how it is, why, where. The cluster is named where it changes. */
export function treeView(report: TreeReport): View {
  return {
    blocks: [
      {
        type: 'tree',
        columns: [
          { title: 'OBJECT' },
          { title: 'STATE' },
          { title: 'REASON', flexible: true },
          { title: 'CLUSTER', drop: 2 },
          { title: 'AGE', drop: 1 },
        ],
        roots: report.roots.map((root) => branchOf(root, undefined)),
      },
      {
        type: 'lines',
        lines: [
          {
            text: `${completenessText(report.completeness, 'read in full')} · ${report.verdict} · exit ${report.exitCode}`,
          },
        ],
      },
    ],
    notes: gapNotes(report.completeness.gaps),
  }
}

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
    { text: `${nameOf(node)}${node.seenAbove ? ' (above)' : ''}` },
    stateCell(node.state, detailOf(node)),
    { text: reasonOf(node) },
    { text: node.cluster === parent ? '' : parent === undefined ? node.cluster : `⇒ ${node.cluster}` },
    { text: node.age ?? '' },
  ]
}

const detailOf = ({ source }: TreeNodeReport) => (source === 'live' ? undefined : source)

/** A node that only suffers from what is below it says nothing of its own. */
function reasonOf({ own, state, reason, message }: TreeNodeReport): string {
  if (own === 'healthy') return state === 'healthy' ? '' : ''
  const [word, sentence] = [reason ?? '', message ?? '']
  return word && sentence ? `${word}: ${sentence}` : word || sentence
}

function groupBranch({ group }: TreeGroup, parent: string): Branch {
  const { kind, state, count, cluster } = group
  return {
    cells: [
      { text: `${count} ${kind}`, tone: 'dim' },
      stateCell(state),
      { text: '' },
      { text: cluster === parent ? '' : `⇒ ${cluster}` },
    ],
    children: [],
  }
}
