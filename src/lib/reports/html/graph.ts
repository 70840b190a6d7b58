// SPDX-License-Identifier: Apache-2.0

import type { Cause } from '../../assess/causes.ts'
import { causeFinder } from '../../assess/root-cause-path.ts'
import { c5c3, describe } from '../../model/check/next-step.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode, NodeId } from '../../model/graph/graph.ts'
import { isFine, severity } from '../../model/graph/health.ts'
import type { PageEdge, PageGraph, PageNode } from '../../model/report/page.ts'
import type { Cell } from '../../model/report/view.ts'
import { c5c3Command, formatCommand } from '../../model/text/command.ts'
import { ownCell, reasonOf } from '../shared/object-cell.ts'
import { nameOf, nodeReport, objectAddress } from '../shared/object-row.ts'
import { phaseOrder } from '../shared/phase-order.ts'
import { stateCell } from '../shared/state-cell.ts'
import { childrenOf, compareNodes } from '../tree/children.ts'
import type { TreeOptions } from '../tree/report.ts'

export interface PageGraphInput extends Partial<Omit<TreeOptions, 'roots'>> {
  readonly roots: readonly GraphNode[]
  /** Draw what none of the roots stands on, too. */
  readonly all?: boolean
  readonly causes?: readonly Cause[]
}

const WHOLE = { reverse: false, depth: 100, kinds: [], onlyProblems: false, group: false, allowIncomplete: false }

/** What a page can draw: the roots and everything below them, each object once, with its facts in words. */
export function pageGraph(assessment: Assessment, input: PageGraphInput): PageGraph {
  const options: TreeOptions = { ...WHOLE, ...input }
  const grown = grow(assessment, options, input.all ?? false)
  const places = new Map([...grown.nodes.keys()].map((id, i) => [id, i]))
  const [clusters, words, relations] = [listed<string>(), listed<Cell>(), listed<string>()]
  const causeOf = causeFinder(assessment, phaseOrder)
  const found = Map.groupBy(input.causes ?? [], ({ subject }) => subject.id)
  return {
    nodes: [...grown.nodes.values()].map((node) => ({
      ...pageNode(assessment, node, { causeOf, places, words: words.place, found: found.get(node.id) ?? [] }),
      cluster: clusters.place(node.cluster.label),
    })),
    edges: grown.edges.flatMap(([from, to, rel]): PageEdge[] => {
      const [start, end] = [places.get(from), places.get(to)]
      return start === undefined || end === undefined ? [] : [[start, end, relations.place(rel)]]
    }),
    roots: grown.roots.flatMap(({ id }) => places.get(id) ?? []),
    ...(grown.others.length > 0 ? { others: grown.others.flatMap(({ id }) => places.get(id) ?? []) } : {}),
    clusters: clusters.all,
    words: words.all,
    relations: relations.all,
    ...(options.onlyProblems ? { onlyProblems: true } : {}),
    ...(options.reverse ? { reverse: true } : {}),
  }
}

interface Grown {
  readonly nodes: ReadonlyMap<NodeId, GraphNode>
  readonly edges: readonly (readonly [from: NodeId, to: NodeId, rel: string])[]
  readonly roots: readonly GraphNode[]
  readonly others: readonly GraphNode[]
}

/** Breadth first, so that depth is counted along the shortest way. */
function grow(assessment: Assessment, options: TreeOptions, all: boolean): Grown {
  const nodes = new Map<NodeId, GraphNode>()
  const edges: [NodeId, NodeId, string][] = []
  const [roots, others]: [GraphNode[], GraphNode[]] = [[], []]
  const from = (root: GraphNode, list: GraphNode[]) => {
    if (nodes.has(root.id)) return
    list.push(root)
    nodes.set(root.id, root)
    let level = [root]
    for (let depth = 0; level.length > 0 && depth < options.depth; depth++) {
      const next: GraphNode[] = []
      for (const node of level)
        for (const { node: below, edge } of childrenOf(assessment, options, node)) {
          edges.push([node.id, below.id, edge.rel])
          if (nodes.has(below.id)) continue
          nodes.set(below.id, below)
          next.push(below)
        }
      level = next
    }
  }
  const inOrder = (some: Iterable<GraphNode>) => [...some].sort((a, b) => compareNodes(assessment, a, b))
  for (const root of worstFirst(assessment, options.roots)) from(root, roots)
  if (!all) return { nodes, edges, roots, others }
  const { graph } = assessment
  const left = inOrder([...graph.nodes.values()].filter(({ id }) => !nodes.has(id)))
  for (const node of left) if (graph.into(node.id).length === 0) from(node, others)
  // what is left now stands on itself in a circle
  for (const node of left) from(node, others)
  return { nodes, edges, roots, others }
}

/** Otherwise in the order they are given: what a page is about stands first. */
const worstFirst = ({ state }: Assessment, nodes: readonly GraphNode[]): readonly GraphNode[] =>
  [...nodes].sort((a, b) => severity(state(b.id)) - severity(state(a.id)))

interface Told {
  readonly causeOf: (node: GraphNode) => GraphNode
  readonly places: ReadonlyMap<NodeId, number>
  readonly words: (cell: Cell) => number
  readonly found: readonly Cause[]
}

function pageNode(assessment: Assessment, node: GraphNode, told: Told): Omit<PageNode, 'cluster'> {
  const report = nodeReport(assessment, node, told.causeOf)
  const { apiVersion, kind, namespace, name, state, source, age, sinceAge, notes } = report
  const own = assessment.own(node.id)
  const cause = told.places.get(told.causeOf(node).id)
  const isCause = cause === told.places.get(node.id)
  const reason = reasonOf(report)
  return {
    kind,
    apiVersion,
    ...(namespace === undefined ? {} : { namespace }),
    name,
    ...(name.startsWith('*') ? { any: nameOf(node).slice(kind.length + 1) } : {}),
    state: told.words(stateCell(state, source === 'live' ? undefined : source)),
    says: told.words(ownCell(report)),
    ...(isFine(state) ? {} : { problem: true }),
    ...(reason ? { reason } : {}),
    ...(age ? { age } : {}),
    ...(sinceAge ? { since: sinceAge } : {}),
    ...(source === 'live' ? {} : { source }),
    ...(notes?.length ? { notes } : {}),
    ...(own.evidence?.length ? { evidence: own.evidence.map(({ path, value }) => [path, value] as const) } : {}),
    ...(cause === undefined || isCause ? {} : { waitsFor: cause }),
    ...(told.found.length > 0 ? { found: told.found.map(findingOf) } : {}),
    next: nextOf(assessment, node, told.found),
  }
}

const findingOf = ({ check, message }: Cause) => ({ check: check.id, title: check.title, message, fix: check.fix })

/** First what explains it, then the object itself, then what the checks know. */
function nextOf({ graph, state }: Assessment, node: GraphNode, found: readonly Cause[]): readonly string[] {
  if (node.source === 'unseen') return [formatCommand(c5c3Command('contexts', 'check'))]
  // nobody can ask about what is not there, but about whoever refers to it
  const there = node.object ? node : graph.into(node.id).flatMap(({ from }) => graph.nodes.get(from) ?? [])[0]
  if (!there?.object) return []
  const ours = c5c3(isFine(state(node.id)) && found.length === 0 ? 'tree' : 'why', objectAddress(there))
  const steps = [ours, describe(there), ...found.flatMap(({ next = [] }) => next)]
  return [...new Set(steps.map(({ command }) => formatCommand(command)))]
}

/** A list in which everything stands once, and its place in it. */
function listed<T>(): { readonly all: T[]; place(value: T): number } {
  const all: T[] = []
  const places = new Map<string, number>()
  const place = (value: T) => {
    const key = JSON.stringify(value)
    const known = places.get(key) ?? all.push(value) - 1
    places.set(key, known)
    return known
  }
  return { all, place }
}
