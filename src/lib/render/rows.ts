// SPDX-License-Identifier: Apache-2.0
import type { Branch, Cell, TreeBlock } from '../model/report/view.ts'
import type { IndentedTable } from './table.ts'

/** A tree as rows whose first cell contains the branches, for text and full screen. Iterative: depth is unlimited. */
export function flattenTree({ columns, roots }: TreeBlock): IndentedTable {
  const rows: (readonly Cell[])[] = []
  const hangs: string[] = []
  const stack: Step[] = []
  push(stack, roots, undefined)
  for (let step = stack.pop(); step; step = stack.pop()) {
    const [first, ...rest] = step.branch.cells
    rows.push([{ ...first, text: `${step.prefix}${first?.text ?? ''}` }, ...rest])
    hangs.push(`${step.below}${step.branch.children.length > 0 ? '│  ' : '   '}`)
    push(stack, step.branch.children, step.below)
  }
  return { type: 'table', columns, rows, hangs }
}

interface Step {
  readonly branch: Branch
  readonly prefix: string
  readonly below: string
}

function push(stack: Step[], branches: readonly Branch[], above: string | undefined): void {
  for (const [i, branch] of [...branches.entries()].reverse()) {
    const isLast = i === branches.length - 1
    stack.push(
      above === undefined
        ? { branch, prefix: '', below: '' }
        : { branch, prefix: `${above}${isLast ? '└─ ' : '├─ '}`, below: `${above}${isLast ? '   ' : '│  '}` },
    )
  }
}
