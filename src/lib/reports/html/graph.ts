// SPDX-License-Identifier: Apache-2.0

import type { Cause } from '../../assess/causes.ts'
import { causeFinder } from '../../assess/root-cause-path.ts'
import { fixOf } from '../../model/check/check.ts'
import { c5c3, describe } from '../../model/check/next-step.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode, NodeId } from '../../model/graph/graph.ts'
import { isFine, severity } from '../../model/graph/health.ts'
import type { PageEdge, PageGraph, PageNode } from '../../model/report/page.ts'
import type { Cell } from '../../model/report/view.ts'
import { c5c3Command, formatCommand } from '../../model/text/command.ts'
import { reasonOf, statusCell } from '../shared/object-cell.ts'
import { nameOf, nodeReport, objectAddress } from '../shared/object-row.ts'
import { phaseOrder } from '../shared/phase-order.ts'
import { childrenOf, compareNodes } from '../tree/children.ts'
import type { TreeOptions } from '../tree/report.ts'

export interface PageGraphInput extends Partial<Omit<TreeOptions, 'roots'>> {
  readonly roots: readonly GraphNode[]
  /** Also draw objects that no root depends on. */
  readonly all?: boolean
  readonly causes?: readonly Cause[]
}

const WHOLE = { reverse: false, depth: 100, kinds: [], onlyProblems: false, group: false, allowIncomplete: false }

/** The roots and their dependencies as page data, each object once. */
export function pageGraph(assessment: Assessment, input: PageGraphInput): PageGraph {
  const options: TreeOptions = { ...WHOLE, ...input }
  const drawn = collectSubgraph(assessment, options, input.all ?? false)
  const indexes = new Map([...drawn.nodes.keys()].map((id, i) => [id, i]))
  const [clusters, cells, relations] = [internedList<string>(), internedList<Cell>(), internedList<string>()]
  const causeOf = causeFinder(assessment, phaseOrder)
  const findings = Map.groupBy(input.causes ?? [], ({ subject }) => subject.id)
  return {
    nodes: [...drawn.nodes.values()].map((node) => ({
      ...pageNode(assessment, node, {
        causeOf,
        indexes,
        cellIndex: cells.indexOf,
        findings: findings.get(node.id) ?? [],
      }),
      cluster: clusters.indexOf(node.cluster.label),
    })),
    edges: drawn.edges.flatMap(([from, to, rel]): PageEdge[] => {
      const [start, end] = [indexes.get(from), indexes.get(to)]
      return start === undefined || end === undefined ? [] : [[start, end, relations.indexOf(rel)]]
    }),
    roots: drawn.roots.flatMap(({ id }) => indexes.get(id) ?? []),
    ...(drawn.others.length > 0 ? { others: drawn.others.flatMap(({ id }) => indexes.get(id) ?? []) } : {}),
    clusters: clusters.all,
    words: cells.all,
    relations: relations.all,
    ...(options.onlyProblems ? { onlyProblems: true } : {}),
    ...(options.reverse ? { reverse: true } : {}),
  }
}

interface Subgraph {
  readonly nodes: ReadonlyMap<NodeId, GraphNode>
  readonly edges: readonly (readonly [from: NodeId, to: NodeId, rel: string])[]
  readonly roots: readonly GraphNode[]
  readonly others: readonly GraphNode[]
}

/** Breadth first, so depth counts along the shortest path. */
function collectSubgraph(assessment: Assessment, options: TreeOptions, all: boolean): Subgraph {
  const nodes = new Map<NodeId, GraphNode>()
  const edges: [NodeId, NodeId, string][] = []
  const [roots, others]: [GraphNode[], GraphNode[]] = [[], []]
  const addFrom = (root: GraphNode, list: GraphNode[]) => {
    if (nodes.has(root.id)) return
    list.push(root)
    nodes.set(root.id, root)
    let level = [root]
    for (let depth = 0; level.length > 0 && depth < options.depth; depth++) {
      const next: GraphNode[] = []
      for (const node of level)
        for (const { node: child, edge } of childrenOf(assessment, options, node)) {
          edges.push([node.id, child.id, edge.rel])
          if (nodes.has(child.id)) continue
          nodes.set(child.id, child)
          next.push(child)
        }
      level = next
    }
  }
  const sorted = (unsorted: Iterable<GraphNode>) => [...unsorted].sort((a, b) => compareNodes(assessment, a, b))
  for (const root of worstFirst(assessment, options.roots)) addFrom(root, roots)
  if (!all) return { nodes, edges, roots, others }
  const { graph } = assessment
  const remaining = sorted([...graph.nodes.values()].filter(({ id }) => !nodes.has(id)))
  for (const node of remaining) if (graph.into(node.id).length === 0) addFrom(node, others)
  // the remaining nodes are part of cycles
  for (const node of remaining) addFrom(node, others)
  return { nodes, edges, roots, others }
}

/** Keeps the given order within a severity: the subjects of the page come first. */
const worstFirst = ({ state }: Assessment, nodes: readonly GraphNode[]): readonly GraphNode[] =>
  [...nodes].sort((a, b) => severity(state(b.id)) - severity(state(a.id)))

interface PageContext {
  readonly causeOf: (node: GraphNode) => GraphNode
  readonly indexes: ReadonlyMap<NodeId, number>
  readonly cellIndex: (cell: Cell) => number
  readonly findings: readonly Cause[]
}

function pageNode(assessment: Assessment, node: GraphNode, context: PageContext): Omit<PageNode, 'cluster'> {
  const report = nodeReport(assessment, node, context.causeOf)
  const { apiVersion, kind, namespace, name, state, source, age, sinceAge, notes } = report
  const own = assessment.own(node.id)
  const cause = context.indexes.get(context.causeOf(node).id)
  const isCause = cause === context.indexes.get(node.id)
  const reason = reasonOf(report)
  return {
    kind,
    apiVersion,
    ...(namespace === undefined ? {} : { namespace }),
    name,
    ...(name.startsWith('*') ? { any: nameOf(node).slice(kind.length + 1) } : {}),
    state: context.cellIndex(statusCell(report)),
    says: context.cellIndex(statusCell(report)),
    ...(isFine(state) ? {} : { problem: true }),
    ...(reason ? { reason } : {}),
    ...(age ? { age } : {}),
    ...(sinceAge ? { since: sinceAge } : {}),
    ...(source === 'live' ? {} : { source }),
    ...(notes?.length ? { notes } : {}),
    ...(own.evidence?.length ? { evidence: own.evidence.map(({ path, value }) => [path, value] as const) } : {}),
    ...(cause === undefined || isCause ? {} : { waitsFor: cause }),
    ...(context.findings.length > 0 ? { found: context.findings.map(findingOf) } : {}),
    next: nextOf(assessment, node, context.findings),
  }
}

const findingOf = ({ check, ...finding }: Cause) => ({
  check: check.id,
  title: check.title,
  message: finding.message,
  fix: fixOf(check, finding),
})

/** The command that explains the object, the object itself, then the next steps of its findings. */
function nextOf({ graph, state }: Assessment, node: GraphNode, findings: readonly Cause[]): readonly string[] {
  if (node.source === 'unseen') return [formatCommand(c5c3Command('contexts', 'check'))]
  // a missing object cannot be queried; suggest an object that references it
  const subject = node.object ? node : graph.into(node.id).flatMap(({ from }) => graph.nodes.get(from) ?? [])[0]
  if (!subject?.object) return []
  const explain = c5c3(isFine(state(node.id)) && findings.length === 0 ? 'tree' : 'why', objectAddress(subject))
  const steps = [explain, describe(subject), ...findings.flatMap(({ next = [] }) => next)]
  return [...new Set(steps.map(({ command }) => formatCommand(command)))]
}

/** An interned list: each value once, referenced by index. */
function internedList<T>(): { readonly all: T[]; indexOf(value: T): number } {
  const all: T[] = []
  const indexes = new Map<string, number>()
  const indexOf = (value: T) => {
    const key = JSON.stringify(value)
    const index = indexes.get(key) ?? all.push(value) - 1
    indexes.set(key, index)
    return index
  }
  return { all, indexOf }
}
