// SPDX-License-Identifier: Apache-2.0
import type { PageGraph, PageNode } from '../model/report/page.ts'

/** So many causes have their way opened at the start; more would be no picture. */
const MOST_CAUSES = 30

/** The graph of a page with the ways through it. Nothing here judges: what is a problem was decided before. */
export interface PageLandscape {
  readonly graph: PageGraph
  /** Below each node, in the order of the data. */
  below(node: number): readonly number[]
  above(node: number): readonly number[]
  /** From a root down to the node, both included. */
  wayTo(node: number): readonly number[]
  /** Problems that nothing below them explains. */
  readonly causes: readonly number[]
  /** All that lies on the way to one of the first causes. */
  readonly spine: ReadonlySet<number>
}

/** Indexes a graph once; everything the page does with it is then a lookup. */
export function landscapeOf(graph: PageGraph): PageLandscape {
  const [down, up] = [lists(graph.nodes.length), lists(graph.nodes.length)]
  const known = new Set<number>()
  for (const [from, to] of graph.edges) {
    // two relations between the same two are one line
    const pair = from * graph.nodes.length + to
    if (known.has(pair)) continue
    known.add(pair)
    down[from]?.push(to)
    up[to]?.push(from)
  }
  const cameFrom = waysFrom(graph, down)
  const wayTo = (node: number) => {
    const way = [node]
    for (let at = cameFrom[node] ?? -1; at >= 0; at = cameFrom[at] ?? -1) way.unshift(at)
    return way
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

/** By which node each one is reached first; problems lead the way where they can. */
function waysFrom({ nodes, roots, others = [] }: PageGraph, down: readonly (readonly number[])[]): Int32Array {
  const cameFrom = new Int32Array(nodes.length).fill(-2)
  const walk = (start: readonly number[], may: (node: PageNode | undefined) => boolean) => {
    const queue = [...start]
    for (let i = 0; i < queue.length; i++) {
      const at = queue[i] ?? 0
      for (const next of down[at] ?? []) {
        if (cameFrom[next] !== -2 || !may(nodes[next])) continue
        cameFrom[next] = at
        queue.push(next)
      }
    }
  }
  for (const root of [...roots, ...others]) cameFrom[root] = -1
  walk([...roots, ...others], (node) => node?.problem === true)
  walk(
    nodes.flatMap((_, i) => (cameFrom[i] === -2 ? [] : [i])),
    () => true,
  )
  return cameFrom
}
