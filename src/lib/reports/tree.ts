// SPDX-License-Identifier: Apache-2.0
import type { Assessment } from '../model/assessment.ts'
import type { Edge, GraphNode, NodeId } from '../model/graph.ts'
import { isFine, severity } from '../model/health.ts'
import type { Rel } from '../model/link.ts'
import { API_VERSION, type Report, type State } from '../model/report.ts'
import type { Snapshot } from '../model/snapshot.ts'
import { completenessOf } from './completeness.ts'
import { type NodeReport, nodeReport } from './node.ts'
import { verdictOf } from './verdict.ts'

export interface TreeNodeReport extends NodeReport {
  readonly rel?: Rel
  /** Drawn above already: not repeated. */
  readonly seenAbove?: true
  readonly children: readonly (TreeNodeReport | TreeGroup)[]
}

/** Fine siblings of one kind, counted instead of listed. */
export interface TreeGroup {
  readonly group: { readonly kind: string; readonly cluster: string; readonly state: State; readonly count: number }
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
}

/** Siblings of one kind that are well, from this many on, are one line. */
const GROUP_FROM = 3

/** One tree over all clusters. A shared node is drawn once and referred to afterwards. */
export function treeReport(snapshot: Snapshot, assessment: Assessment, options: TreeOptions): TreeReport {
  const states = options.roots.map((node) => assessment.state(node.id))
  const drawn = new Set<NodeId>()
  return {
    apiVersion: API_VERSION,
    kind: 'Tree',
    ...verdictOf({ snapshot, states, allowIncomplete: options.allowIncomplete }),
    completeness: completenessOf(
      snapshot.clusters.map(({ label }) => label),
      snapshot.gaps,
    ),
    roots: inOrder(assessment, options.roots).map((node) => grow(assessment, options, node, undefined, 0, drawn)),
  }
}

function grow(
  assessment: Assessment,
  options: TreeOptions,
  node: GraphNode,
  edge: Edge | undefined,
  depth: number,
  drawn: Set<NodeId>,
): TreeNodeReport {
  const report = { ...nodeReport(assessment, node), ...(edge ? { rel: edge.rel } : {}) }
  const next = steps(assessment, options, node)
  if (drawn.has(node.id) && next.length > 0) return { ...report, seenAbove: true, children: [] }
  drawn.add(node.id)
  if (depth >= options.depth) return { ...report, children: [] }
  const { single, groups } =
    options.group && !options.reverse ? grouped(assessment, next) : { single: next, groups: [] }
  return {
    ...report,
    children: [...single.map((step) => grow(assessment, options, step.node, step.edge, depth + 1, drawn)), ...groups],
  }
}

interface Step {
  readonly node: GraphNode
  readonly edge: Edge
}

function steps(
  assessment: Assessment,
  { reverse, kinds, onlyProblems }: TreeOptions,
  { id }: GraphNode,
): readonly Step[] {
  const { graph, state } = assessment
  const edges = reverse ? graph.into(id) : graph.out(id)
  const found = edges.flatMap((edge) => {
    const node = graph.nodes.get(reverse ? edge.from : edge.to)
    return node ? [{ node, edge }] : []
  })
  return found
    .filter(({ node }) => !onlyProblems || reverse || !isFine(state(node.id)))
    .filter(({ node }) => kinds.length === 0 || kinds.includes(node.kind.toLowerCase()))
    .sort((a, b) => compare(assessment, a.node, b.node))
}

/** Leaves of one kind and cluster that are well become one line: "12 Hypervisor healthy". */
function grouped(
  assessment: Assessment,
  next: readonly Step[],
): { single: readonly Step[]; groups: readonly TreeGroup[] } {
  const isPlain = ({ node }: Step) => isFine(assessment.state(node.id)) && node.source === 'live'
  const sets = Map.groupBy(
    next.filter(isPlain),
    ({ node }) => `${node.kind} ${node.cluster.label} ${assessment.state(node.id)}`,
  )
  const large = [...sets.values()].filter((set) => set.length >= GROUP_FROM)
  const hidden = new Set(large.flat())
  return {
    single: next.filter((step) => !hidden.has(step)),
    groups: large.map((set) => ({ group: groupOf(assessment, set) })),
  }
}

function groupOf(assessment: Assessment, set: readonly Step[]): TreeGroup['group'] {
  const [{ node }] = set as [Step]
  return { kind: node.kind, cluster: node.cluster.label, state: assessment.state(node.id), count: set.length }
}

const inOrder = (assessment: Assessment, nodes: readonly GraphNode[]) =>
  [...nodes].sort((a, b) => compare(assessment, a, b))

/** Problems first; then by kind and name, so that two runs read alike. */
function compare({ state }: Assessment, a: GraphNode, b: GraphNode): number {
  return (
    severity(state(b.id)) - severity(state(a.id)) || (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : a.id < b.id ? -1 : 1)
  )
}
