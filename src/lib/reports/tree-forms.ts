// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../model/graph/assessment.ts'
import type { Snapshot } from '../model/landscape/snapshot.ts'
import type { Presentation } from '../model/report/presentation.ts'
import { type TreeOptions, type TreeReport, treeReport } from './tree.ts'
import { treeDiagram } from './tree-diagram.ts'
import { treeNames, treeRows } from './tree-rows.ts'
import { treeView } from './tree-view.ts'

/** A tree in every form; words: the command that prints it, for its page. */
export function treeForms(
  snapshot: Snapshot,
  assessment: Assessment,
  options: TreeOptions,
  words: readonly string[],
): Presentation<TreeReport> {
  return {
    view: (tree) => treeView(tree, options),
    names: treeNames,
    rows: {
      field: 'roots',
      of: treeRows,
      watched: () => treeRows(treeReport(snapshot, assessment, { ...options, group: false })),
    },
    diagram: (tree) => treeDiagram(tree, options),
    page: async (tree) => {
      const { pageOf } = await import('./page.ts')
      const about = { title: 'Tree', words, takenAt: snapshot.takenAt }
      return pageOf(tree, treeView(tree, options), about, { assessment, ...options })
    },
  }
}
