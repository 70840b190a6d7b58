// SPDX-License-Identifier: Apache-2.0
import type { Edge, GraphNode, NodeId } from '../model/graph/graph.ts'
import type { Link } from '../model/graph/link.ts'

/** The edges of a graph while it is built: at most one from one node to another, whatever is found first. */
export class EdgeSet {
  readonly #out = new Map<NodeId, Targets>()

  /**
   * Of several links between two nodes a reference is shown before a guess. How much trouble reaches the parent is for
   * the parent's own kind to say, then for the child's, and only then for what is true of all owners.
   */
  add(node: GraphNode, target: GraphNode, link: Link, isOwner: boolean): void {
    const [from, to] = link.reverse ? [target.id, node.id] : [node.id, target.id]
    if (from === to) return
    const rank = isOwner ? 0 : link.reverse ? 1 : 2
    const known = this.#out.get(from)
    const targets = known ?? new Targets(from)
    if (!known) this.#out.set(from, targets)
    targets.add(to, link, rank + (isGuess(link) ? 0 : 3), 2 * rank + (isGuess(link) ? 0 : 1))
  }

  /** The edges from a node. */
  out(from: NodeId): readonly Edge[] {
    return this.#out.get(from)?.edges ?? NO_EDGES
  }

  /** The same edges by their other end. */
  byTarget(): ReadonlyMap<NodeId, readonly Edge[]> {
    const into = new Map<NodeId, Edge[]>()
    for (const { edges } of this.#out.values()) {
      for (const edge of edges) {
        const list = into.get(edge.to)
        if (list) list.push(edge)
        else into.set(edge.to, [edge])
      }
    }
    return into
  }
}

export const NO_EDGES: readonly Edge[] = []

/** So many are found faster one after the other than by key. */
const FEW = 12

/** More than there are ranks. */
const RANKS = 16

/** The edges from one node: most have a few, and there are very many nodes. */
class Targets {
  readonly edges: Edge[] = []
  /** How much the link behind rel and path counts, times RANKS, and the one behind weak: one list for both. */
  readonly #ranks: number[] = []
  readonly #from: NodeId
  #places: Map<NodeId, number> | undefined

  constructor(from: NodeId) {
    this.#from = from
  }

  add(to: NodeId, link: Link, shown: number, meant: number): void {
    const at = this.#placeOf(to)
    const known = at === undefined ? undefined : this.edges[at]
    if (at === undefined || !known) {
      this.#places?.set(to, this.edges.length)
      this.edges.push(edgeOf(this.#from, to, link, link))
      this.#ranks.push(shown * RANKS + meant)
      return
    }
    const rank = this.#ranks[at] ?? 0
    const wasMeant = rank % RANKS
    const wasShown = (rank - wasMeant) / RANKS
    const words = shown > wasShown ? link : known
    const weak = meant > wasMeant ? link : meant < wasMeant ? known : stronger(known, link)
    const named = known.named || link.named ? { named: true } : {}
    this.edges[at] = edgeOf(this.#from, to, { ...words, ...named }, weak)
    this.#ranks[at] = Math.max(shown, wasShown) * RANKS + Math.max(meant, wasMeant)
  }

  #placeOf(to: NodeId): number | undefined {
    if (!this.#places && this.edges.length > FEW) this.#places = new Map(this.edges.map((edge, i) => [edge.to, i]))
    if (this.#places) return this.#places.get(to)
    const at = this.edges.findIndex((edge) => edge.to === to)
    return at < 0 ? undefined : at
  }
}

/** Names that were built and matrices of what usually needs what say so in their path. */
const isGuess = ({ path }: { path: string }) => path.endsWith(')')

type Weak = Pick<Link, 'weak'>

const WEAKEST: readonly Link['weak'][] = ['none', 'counted', 'degraded']

function stronger(a: Weak, b: Weak): Weak {
  if (a.weak === undefined || b.weak === undefined) return {}
  return WEAKEST.indexOf(a.weak) < WEAKEST.indexOf(b.weak) ? b : a
}

function edgeOf(
  from: NodeId,
  to: NodeId,
  { rel, path, named }: Pick<Edge, 'rel' | 'path' | 'named'>,
  { weak }: Weak,
): Edge {
  if (!weak && !named) return { from, to, rel, path }
  return { from, to, rel, path, ...(weak ? { weak } : {}), ...(named ? { named } : {}) }
}
