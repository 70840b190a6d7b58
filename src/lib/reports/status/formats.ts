// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import type { Presentation } from '../../model/report/presentation.ts'
import { treeDiagram } from '../tree/diagram.ts'
import { treeReport } from '../tree/report.ts'
import { statusTests } from './junit.ts'
import type { StatusReport } from './report.ts'
import { statusNames } from './view.ts'

/** All formats but text: names, rows, JUnit, and the dependency tree as a diagram. */
export function statusForms(
  snapshot: Snapshot,
  assessment: Assessment,
  subjects: readonly GraphNode[],
): Omit<Presentation<StatusReport>, 'view'> {
  return {
    names: statusNames,
    rows: { field: 'clusters' },
    tests: (report) => statusTests(report, assessment.now),
    diagram: ({ verdict, exitCode }) => {
      const options = {
        reverse: false,
        depth: 100,
        kinds: [],
        onlyProblems: false,
        group: true,
        allowIncomplete: false,
      }
      const tree = treeReport(snapshot, assessment, { ...options, roots: subjects })
      return treeDiagram({ ...tree, verdict, exitCode }, options)
    },
  }
}
