// SPDX-License-Identifier: Apache-2.0
import type { Rel } from '../../model/graph/link.ts'
import { type NodeReport, objectPlace } from '../shared/object-row.ts'
import type { TreeGroup, TreeNodeReport, TreeReport } from './report.ts'

export interface TreeStep {
  readonly at: TreeNodeReport | TreeGroup
  readonly parent?: TreeNodeReport
  readonly depth: number
}

/** Every line of a tree from top to bottom; iterative, so that depth is not limited by the stack. */
export function* stepsOf({ roots }: TreeReport): Generator<TreeStep> {
  const stack: TreeStep[] = roots.map((at) => ({ at, depth: 0 })).reverse()
  for (let step = stack.pop(); step; step = stack.pop()) {
    yield step
    if ('group' in step.at) continue
    const parent = step.at
    const depth = step.depth + 1
    for (const at of [...parent.children].reverse()) stack.push({ at, parent, depth })
  }
}

/** A node without its children, or a group. */
export interface TreeRow extends Partial<NodeReport> {
  readonly rel?: Rel
  readonly seenAbove?: true
  readonly more?: true
  readonly group?: TreeGroup['group']
  readonly depth: number
  /** Kind/namespace/name@cluster of the parent node. */
  readonly parent?: string
}

/** A tree as rows, for formats without nesting. */
export function treeRows(report: TreeReport): readonly TreeRow[] {
  return [...stepsOf(report)].map(({ at, parent, depth }) => {
    const position = { depth, ...(parent ? { parent: objectPlace(parent) } : {}) }
    if ('group' in at) return { ...at, ...position }
    const { children: _, ...node } = at
    return { ...node, ...position }
  })
}

/** Every object of a tree once. Groups have no name; --no-group lists their members. */
export function treeNames(report: TreeReport): readonly string[] {
  return [...new Set([...stepsOf(report)].flatMap(({ at }) => ('group' in at ? [] : [objectPlace(at)])))]
}
