// SPDX-License-Identifier: Apache-2.0
import { isFine } from '../../model/graph/health.ts'
import type { Diagram } from '../../model/report/diagram.ts'
import { completenessText } from '../shared/completeness.ts'
import { objectPlace } from '../shared/object-row.ts'
import { stateCell } from '../shared/state-cell.ts'
import type { GitopsReport } from './report.ts'

/** Edges point at dependencies in reconcile order. */
export function gitopsDiagram(report: GitopsReport): Diagram {
  const { objects, completeness, verdict } = report
  const known = new Set(objects.map(objectPlace))
  return {
    caption: `${completenessText(completeness, 'read in full', report.scope)} · ${verdict}`,
    nodes: objects.map((row) => ({
      id: objectPlace(row),
      cluster: row.cluster,
      state: row.state,
      ...(isFine(row.own) && !isFine(row.state) ? { consequence: true } : {}),
      lines: [
        row.kind,
        row.namespace === undefined ? row.name : `${row.namespace}/${row.name}`,
        stateCell(row.state).text,
        ...(row.own !== 'healthy' && row.reason ? [row.reason] : []),
      ],
    })),
    edges: objects.flatMap((row) =>
      row.after.filter((place) => known.has(place)).map((to) => ({ from: objectPlace(row), to, label: 'after' })),
    ),
  }
}
