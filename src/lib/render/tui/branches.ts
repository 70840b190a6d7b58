// SPDX-License-Identifier: Apache-2.0
import type { Branch, Cell } from '../../model/report/view.ts'

/** A visible line of a tree. */
export interface BranchRow {
  /** The path from the root: an object may appear in several places. */
  readonly key: string
  readonly parent: string | undefined
  /** The branch characters before its name. */
  readonly prefix: string
  readonly cells: readonly Cell[]
  readonly fold: 'open' | 'closed' | 'none'
}

export interface Folding {
  /** Keys of rows whose fold state differs from the view's default. */
  readonly toggled: ReadonlySet<string>
  /** With a filter: only matching rows and their ancestors, whatever is folded. */
  readonly passes?: ((cells: readonly Cell[]) => boolean) | undefined
}

/** The visible rows of a tree. Iterative: depth is unlimited. */
export function visibleRows(roots: readonly Branch[], folding: Folding): readonly BranchRow[] {
  const rows: BranchRow[] = []
  const { passes } = folding
  const kept = passes ? keptBranches(roots, passes) : undefined
  const stack: Step[] = []
  push(stack, roots, undefined, kept)
  for (let step = stack.pop(); step; step = stack.pop()) {
    const { branch, key, prefix, below, parent } = step
    const isParent = branch.children.length > 0
    const isClosed = !kept && isParent && (branch.folded === true) !== folding.toggled.has(key)
    rows.push({
      key,
      parent: parent?.key,
      prefix: isClosed ? prefix.replace(/─ $|^$/, '▸ ') : prefix === '' ? (isParent ? '▾ ' : '  ') : prefix,
      cells: branch.cells,
      fold: isClosed ? 'closed' : isParent ? 'open' : 'none',
    })
    if (!isClosed) push(stack, branch.children, { key, below: below === undefined ? '  ' : below }, kept)
  }
  return rows
}

interface ParentRow {
  readonly key: string
  readonly below: string
}

interface Step {
  readonly branch: Branch
  readonly key: string
  readonly prefix: string
  readonly below: string | undefined
  readonly parent: ParentRow | undefined
}

function push(
  stack: Step[],
  branches: readonly Branch[],
  parent: ParentRow | undefined,
  kept: ReadonlySet<Branch> | undefined,
): void {
  const shown = kept ? branches.filter((branch) => kept.has(branch)) : branches
  const seen = new Map<string, number>()
  const steps = shown.map((branch, i): Step => {
    const name = nameOf(branch)
    const times = seen.get(name) ?? 0
    seen.set(name, times + 1)
    const key = `${parent?.key ?? ''}>${name}${times === 0 ? '' : `#${times}`}`
    if (!parent) return { branch, key, parent, prefix: '', below: undefined }
    const isLast = i === shown.length - 1
    return {
      branch,
      key,
      parent,
      prefix: `${parent.below}${isLast ? '└─ ' : '├─ '}`,
      below: `${parent.below}${isLast ? '   ' : '│  '}`,
    }
  })
  stack.push(...steps.reverse())
}

const nameOf = ({ cells: [first] }: Branch) => first?.about ?? first?.text ?? ''

/** Branches that match or have a matching descendant. */
function keptBranches(roots: readonly Branch[], passes: (cells: readonly Cell[]) => boolean): ReadonlySet<Branch> {
  const visited: { readonly branch: Branch; readonly above: Branch | undefined }[] = []
  const queue: { readonly branch: Branch; readonly above: Branch | undefined }[] = roots.map((branch) => ({
    branch,
    above: undefined,
  }))
  for (let step = queue.pop(); step; step = queue.pop()) {
    visited.push(step)
    for (const child of step.branch.children) queue.push({ branch: child, above: step.branch })
  }
  const kept = new Set<Branch>()
  for (const { branch, above } of visited.reverse()) {
    if (!kept.has(branch) && !passes(branch.cells)) continue
    kept.add(branch)
    if (above) kept.add(above)
  }
  return kept
}
