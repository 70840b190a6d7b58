// SPDX-License-Identifier: Apache-2.0

import { isFine } from '../../model/graph/health.ts'
import type { Diagram, DiagramEdge, DiagramNode } from '../../model/report/diagram.ts'
import { completenessText } from '../shared/completeness.ts'
import { statusCell } from '../shared/object-cell.ts'
import type { NodeReport } from '../shared/object-row.ts'
import { stateCell } from '../shared/state-cell.ts'
import type { TreeGroup, TreeNodeReport, TreeReport } from './report.ts'
import { stepsOf } from './rows.ts'

/** Shared nodes appear once; edges point at dependencies. */
export function treeDiagram(report: TreeReport, { reverse }: { readonly reverse: boolean }): Diagram {
  const nodes = new Map<string, DiagramNode>()
  const edges = new Map<string, DiagramEdge>()
  for (const { at, parent } of stepsOf(report)) {
    const id = 'group' in at ? groupId(at, parent) : idOf(at)
    if (!nodes.has(id)) nodes.set(id, { id, ...boxOf(at) })
    if (!parent) continue
    const [from, to] = reverse ? [id, idOf(parent)] : [idOf(parent), id]
    const label = 'group' in at ? '' : (at.rel ?? '')
    edges.set(JSON.stringify([from, to, label]), { from, to, label })
  }
  const { completeness, verdict, exitCode } = report
  return {
    caption: `${completenessText(completeness, 'read in full')} · ${verdict} · exit ${exitCode}`,
    nodes: [...nodes.values()],
    edges: [...edges.values()],
  }
}

const idOf = ({ cluster, apiVersion, kind, namespace, name }: NodeReport) =>
  JSON.stringify([cluster, apiVersion, kind, namespace, name])

const groupId = ({ group }: TreeGroup, parent: TreeNodeReport | undefined) =>
  JSON.stringify([parent ? idOf(parent) : '', group])

function boxOf(at: TreeNodeReport | TreeGroup): Omit<DiagramNode, 'id'> {
  if ('group' in at) {
    const { kind, cluster, status, count } = at.group
    return { cluster, state: status, lines: [`${count} ${kind}`, stateCell(status).text] }
  }
  const { kind, namespace, name, cluster, state, status, own, reason } = at
  const consequence = isFine(own) && !isFine(state)
  return {
    cluster,
    state: status,
    ...(consequence ? { consequence } : {}),
    lines: [
      kind,
      `${namespace === undefined ? '' : `${namespace}/`}${name}`,
      statusCell(at).text,
      ...(own !== 'healthy' && reason ? [reason] : []),
    ],
  }
}
