// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import type { Rel } from '../../model/graph/link.ts'
import { type Scope, scopeReport } from '../../model/landscape/scope.ts'
import type { Snapshot } from '../../model/landscape/snapshot.ts'
import { API_VERSION, type Report, type State, type Status } from '../../model/report/report.ts'
import { verdictStates } from '../shared/affecting-states.ts'
import { completenessOf } from '../shared/completeness.ts'
import type { NodeReport } from '../shared/object-row.ts'
import { verdictOf } from '../shared/verdict.ts'
import { TreeBuilder } from './build.ts'
import { compareNodes } from './children.ts'

export interface TreeNodeReport extends NodeReport {
  readonly rel?: Rel
  /** Already drawn above, with its children. */
  readonly seenAbove?: true
  /** It has children beyond the requested or maximum depth. */
  readonly more?: true
  readonly children: readonly (TreeNodeReport | TreeGroup)[]
}

/** Siblings without individual information, counted instead of listed. */
export interface TreeGroup {
  readonly group: {
    /** "unseen": objects of any kind that one gap hides. */
    readonly kind: string
    readonly cluster: string
    readonly state: State
    /** The state that views show. */
    readonly status: Status
    readonly count: number
    /** Healthy by themselves; what blocks them is drawn above. */
    readonly waiting?: true
    /** Why they could not be read. */
    readonly reason?: string
  }
}

export interface TreeReport extends Report {
  readonly kind: 'Tree'
  readonly roots: readonly TreeNodeReport[]
}

export interface TreeOptions {
  readonly roots: readonly GraphNode[]
  readonly reverse: boolean
  readonly depth: number
  readonly kinds: readonly string[]
  readonly onlyProblems: boolean
  readonly group: boolean
  readonly allowIncomplete: boolean
  readonly scope?: Scope
}

/** One tree across all clusters; a shared node is drawn once. */
export function treeReport(snapshot: Snapshot, assessment: Assessment, options: TreeOptions): TreeReport {
  const states = options.roots.flatMap((node) => verdictStates(assessment, node))
  const builder = new TreeBuilder(assessment, options)
  return {
    apiVersion: API_VERSION,
    kind: 'Tree',
    ...verdictOf({ snapshot, states, allowIncomplete: options.allowIncomplete }),
    completeness: completenessOf(
      snapshot.clusters.map(({ label }) => label),
      snapshot.gaps,
    ),
    ...scopeReport(options.scope ?? {}),
    roots: [...visibleRoots(assessment, options)]
      .sort((a, b) => compareNodes(assessment, a, b))
      .map((node) => builder.root(node)),
  }
}

/** With onlyProblems, several roots are filtered; a single root is the subject and stays. */
function visibleRoots({ state }: Assessment, { roots, onlyProblems }: TreeOptions): readonly GraphNode[] {
  return onlyProblems && roots.length > 1 ? roots.filter(({ id }) => !isFine(state(id))) : roots
}
