// SPDX-License-Identifier: Apache-2.0
import type { Edge, GraphNode, NodeId } from '../model/graph/graph.ts'
import type { Link } from '../model/graph/link.ts'

/** The edges of a graph under construction: at most one per direction of two nodes, whatever the order of links. */
export class EdgeSet {
  readonly #out = new Map<NodeId, Targets>()

  /**
   * Merges several links between two nodes. `rel` and `path` come from a reference rather than a guess; `weak` comes from
   * the source's kind, then from the target's kind, then from ownership.
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

  out(from: NodeId): readonly Edge[] {
    return this.#out.get(from)?.edges ?? NO_EDGES
  }

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

/** Up to this size a linear search is faster than a Map. */
const LINEAR_SEARCH_LIMIT = 12

/** Base for two ranks in one number; larger than any rank. */
const RANK_BASE = 16

/** The edges from one node. Optimised for memory: there are very many nodes, and most have few edges. */
class Targets {
  readonly edges: Edge[] = []
  /** Rank of the link that gave rel and path, times RANK_BASE, plus the rank of the link that gave weak. */
  readonly #ranks: number[] = []
  readonly #from: NodeId
  #positions: Map<NodeId, number> | undefined

  constructor(from: NodeId) {
    this.#from = from
  }

  add(to: NodeId, link: Link, pathRank: number, weakRank: number): void {
    const at = this.#positionOf(to)
    const known = at === undefined ? undefined : this.edges[at]
    if (at === undefined || !known) {
      this.#positions?.set(to, this.edges.length)
      this.edges.push(edgeOf(this.#from, to, link, link))
      this.#ranks.push(pathRank * RANK_BASE + weakRank)
      return
    }
    const rank = this.#ranks[at] ?? 0
    const knownWeakRank = rank % RANK_BASE
    const knownPathRank = (rank - knownWeakRank) / RANK_BASE
    const described = pathRank > knownPathRank ? link : known
    const weak = weakRank > knownWeakRank ? link : weakRank < knownWeakRank ? known : stronger(known, link)
    const named = known.named || link.named ? { named: true } : {}
    this.edges[at] = edgeOf(this.#from, to, { ...described, ...named }, weak)
    this.#ranks[at] = Math.max(pathRank, knownPathRank) * RANK_BASE + Math.max(weakRank, knownWeakRank)
  }

  #positionOf(to: NodeId): number | undefined {
    if (!this.#positions && this.edges.length > LINEAR_SEARCH_LIMIT)
      this.#positions = new Map(this.edges.map((edge, i) => [edge.to, i]))
    if (this.#positions) return this.#positions.get(to)
    const at = this.edges.findIndex((edge) => edge.to === to)
    return at < 0 ? undefined : at
  }
}

/** Links by constructed names and by built-in dependency tables have a path that ends in a remark in parentheses. */
const isGuess = ({ path }: { path: string }) => path.endsWith(')')

type WeakLink = Pick<Link, 'weak'>

const WEAKEST: readonly Link['weak'][] = ['none', 'counted', 'explains', 'degraded']

function stronger(a: WeakLink, b: WeakLink): WeakLink {
  if (a.weak === undefined || b.weak === undefined) return {}
  return WEAKEST.indexOf(a.weak) < WEAKEST.indexOf(b.weak) ? b : a
}

function edgeOf(
  from: NodeId,
  to: NodeId,
  { rel, path, named }: Pick<Edge, 'rel' | 'path' | 'named'>,
  { weak }: WeakLink,
): Edge {
  if (!weak && !named) return { from, to, rel, path }
  return { from, to, rel, path, ...(weak ? { weak } : {}), ...(named ? { named } : {}) }
}
