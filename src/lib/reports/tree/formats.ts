// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../../model/graph/assessment.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import type { Presentation } from '../../model/report/presentation.ts'
import { treeDiagram } from './diagram.ts'
import { type TreeOptions, type TreeReport, treeReport } from './report.ts'
import { treeNames, treeRows } from './rows.ts'
import { treeView } from './view.ts'

/** args: the arguments that print this tree, for its page. */
export function treeForms(
  snapshot: Snapshot,
  assessment: Assessment,
  options: TreeOptions,
  args: readonly string[],
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
      const { pageOf } = await import('../html/page.ts')
      const about = { title: 'Tree', words: args, takenAt: snapshot.takenAt }
      return pageOf(tree, treeView(tree, options), about, { assessment, ...options })
    },
  }
}
