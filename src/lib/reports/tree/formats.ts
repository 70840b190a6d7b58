// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../../model/graph/assessment.ts'
import { kindName } from '../../model/graph/kind.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { groupOf } from '../../model/object/reference.ts'
import type { Presentation } from '../../model/report/presentation.ts'
import { treeDiagram } from './diagram.ts'
import { type TreeOptions, type TreeReport, treeReport } from './report.ts'
import { type TreeRow, treeNames, treeRows } from './rows.ts'
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
      watched: () =>
        withoutEvidence(treeRows(treeReport(snapshot, assessment, { ...options, group: false })), snapshot),
    },
    diagram: (tree) => treeDiagram(tree, options),
    page: async (tree) => {
      const { pageOf } = await import('../html/page.ts')
      const about = { title: 'Tree', words: args, takenAt: snapshot.takenAt }
      return pageOf(tree, treeView(tree, options), about, { assessment, ...options })
    },
  }
}

/** Evidence is read while something is unhealthy: that its objects appear or disappear is not a change. */
function withoutEvidence(rows: readonly TreeRow[], { readings }: Pick<Snapshot, 'readings'>): readonly TreeRow[] {
  const evidence = new Set(readings.flatMap(({ kind, isEvidence }) => (isEvidence ? [kind] : [])))
  return rows.filter(
    ({ kind, apiVersion = '' }) => kind === undefined || !evidence.has(kindName({ group: groupOf(apiVersion), kind })),
  )
}
