// SPDX-License-Identifier: Apache-2.0
import type { Rel } from '../../model/graph/link.ts'
import { type NodeReport, objectPlace } from '../shared/object-row.ts'
import type { TreeGroup, TreeNodeReport, TreeReport } from './report.ts'

export interface TreeStep {
  readonly at: TreeNodeReport | TreeGroup
  readonly parent?: TreeNodeReport
  readonly depth: number
}

/** Every line of a tree from top to bottom. Iterative: depth is no limit. */
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

/** One line of a tree by itself: a node without what is below it, or a group, and how deep it stands. */
export interface TreeRow extends Partial<NodeReport> {
  readonly rel?: Rel
  readonly seenAbove?: true
  readonly more?: true
  readonly group?: TreeGroup['group']
  readonly depth: number
  /** Kind/namespace/name@cluster of the node it hangs on. */
  readonly parent?: string
}

/** A tree as rows, for formats that know no nesting. */
export function treeRows(report: TreeReport): readonly TreeRow[] {
  return [...stepsOf(report)].map(({ at, parent, depth }) => {
    const place = { depth, ...(parent ? { parent: objectPlace(parent) } : {}) }
    if ('group' in at) return { ...at, ...place }
    const { children: _, ...node } = at
    return { ...node, ...place }
  })
}

/** Every object of a tree once, as it can be typed. Groups have no name: --no-group lists them. */
export function treeNames(report: TreeReport): readonly string[] {
  return [...new Set([...stepsOf(report)].flatMap(({ at }) => ('group' in at ? [] : [objectPlace(at)])))]
}
