// SPDX-License-Identifier: Apache-2.0
import type { PageGraph, PageNode } from '../model/report/page.ts'

/** The graph of a page, indexed. Nothing here assesses: the data already says what is a problem. */
export interface PageLandscape {
  readonly graph: PageGraph
  /** Children, in the order of the data. */
  below(node: number): readonly number[]
  above(node: number): readonly number[]
  /** The path from a root to the node, both included. */
  wayTo(node: number): readonly number[]
  /** Problems that no dependency explains. */
  readonly causes: readonly number[]
  /** All nodes on the paths to the first causes. */
  readonly spine: ReadonlySet<number>
}

/** Indexes a graph once, so that everything else is a lookup. */
export function landscapeOf(graph: PageGraph): PageLandscape {
  const [down, up] = [lists(graph.nodes.length), lists(graph.nodes.length)]
  const seenPairs = new Set<number>()
  for (const [from, to] of graph.edges) {
    // Several relations between two nodes are one line.
    const pair = from * graph.nodes.length + to
    if (seenPairs.has(pair)) continue
    seenPairs.add(pair)
    down[from]?.push(to)
    up[to]?.push(from)
  }
  const parents = findParents(graph, down)
  const wayTo = (node: number) => {
    const path = [node]
    for (let at = parents[node] ?? -1; at >= 0; at = parents[at] ?? -1) path.unshift(at)
    return path
  }
  const causes = graph.nodes.flatMap(({ problem, waitsFor }, i) => (problem && waitsFor === undefined ? [i] : []))
  return {
    graph,
    below: (node) => down[node] ?? [],
    above: (node) => up[node] ?? [],
    wayTo,
    causes,
    spine: new Set(causes.slice(0, MOST_CAUSES).flatMap(wayTo)),
  }
}

const lists = (count: number): number[][] => Array.from({ length: count }, () => [])

/** A breadth-first parent of each node; prefers paths through problems. */
function findParents({ nodes, roots, others = [] }: PageGraph, down: readonly (readonly number[])[]): Int32Array {
  const parents = new Int32Array(nodes.length).fill(-2)
  const walk = (start: readonly number[], canVisit: (node: PageNode | undefined) => boolean) => {
    const queue = [...start]
    for (let i = 0; i < queue.length; i++) {
      const at = queue[i] ?? 0
      for (const next of down[at] ?? []) {
        if (parents[next] !== -2 || !canVisit(nodes[next])) continue
        parents[next] = at
        queue.push(next)
      }
    }
  }
  for (const root of [...roots, ...others]) parents[root] = -1
  walk([...roots, ...others], (node) => node?.problem === true)
  walk(
    nodes.flatMap((_, i) => (parents[i] === -2 ? [] : [i])),
    () => true,
  )
  return parents
}

/** Paths of at most this many causes are open at the start. */
const MOST_CAUSES = 30
