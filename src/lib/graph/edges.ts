// SPDX-License-Identifier: Apache-2.0
import type { Edge, GraphNode, NodeId } from '../model/graph.ts'
import type { Link } from '../model/link.ts'

interface Known {
  readonly edge: Edge
  /** How much the link behind rel and path counts. */
  readonly shown: number
  /** How much the link behind weak counts. */
  readonly meant: number
}

/** The edges of a graph while it is built: at most one from one node to another, whatever is found first. */
export class EdgeSet {
  readonly #out = new Map<NodeId, Map<NodeId, Known>>()

  /**
   * Of several links between two nodes a reference is shown before a guess. How much trouble reaches the parent is for
   * the parent's own kind to say, then for the child's, and only then for what is true of all owners.
   */
  add(node: GraphNode, target: GraphNode, link: Link, isOwner: boolean): void {
    const [from, to] = link.reverse ? [target.id, node.id] : [node.id, target.id]
    if (from === to) return
    const rank = isOwner ? 0 : link.reverse ? 1 : 2
    const [shown, meant] = [rank + (isGuess(link) ? 0 : 3), 2 * rank + (isGuess(link) ? 0 : 1)]
    const targets = this.#out.get(from) ?? new Map<NodeId, Known>()
    this.#out.set(from, targets)
    const known = targets.get(to)
    targets.set(to, known ? merged(known, link, shown, meant) : { edge: edgeOf(from, to, link, link), shown, meant })
  }

  get out(): ReadonlyMap<NodeId, readonly Edge[]> {
    return new Map([...this.#out].map(([from, targets]) => [from, [...targets.values()].map(({ edge }) => edge)]))
  }
}

/** The same edges by their other end. */
export function byTarget(out: ReadonlyMap<NodeId, readonly Edge[]>): ReadonlyMap<NodeId, readonly Edge[]> {
  const into = new Map<NodeId, Edge[]>()
  for (const edges of out.values()) {
    for (const edge of edges) {
      const list = into.get(edge.to)
      if (list) list.push(edge)
      else into.set(edge.to, [edge])
    }
  }
  return into
}

/** Names that were built and matrices of what usually needs what say so in their path. */
const isGuess = ({ path }: { path: string }) => path.endsWith(')')

type Weak = Pick<Link, 'weak'>

function merged(known: Known, link: Link, shown: number, meant: number): Known {
  const { edge } = known
  const words = shown > known.shown ? link : edge
  const weak = meant > known.meant ? link : meant < known.meant ? edge : stronger(edge, link)
  const named = edge.named || link.named ? { named: true } : {}
  return {
    edge: edgeOf(edge.from, edge.to, { ...words, ...named }, weak),
    shown: Math.max(shown, known.shown),
    meant: Math.max(meant, known.meant),
  }
}

function stronger(a: Weak, b: Weak): Weak {
  if (a.weak === undefined || b.weak === undefined) return {}
  return a.weak === 'counted' ? b : a
}

function edgeOf(
  from: NodeId,
  to: NodeId,
  { rel, path, named }: Pick<Edge, 'rel' | 'path' | 'named'>,
  { weak }: Weak,
): Edge {
  return { from, to, rel, path, ...(weak ? { weak } : {}), ...(named ? { named } : {}) }
}
