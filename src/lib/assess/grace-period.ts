// SPDX-License-Identifier: Apache-2.0
import type { Edge, Graph, GraphNode } from '../model/graph/graph.ts'

/** How long a referenced object may take to appear; `KindSpec.grace` overrides it. */
export const GRACE_SECONDS = 300

/** Decides whether a missing object may still appear, by the age of the objects that refer to it. */
export class Waiting {
  readonly #graph: Graph
  readonly #now: number

  constructor(graph: Graph, now: number) {
    this.#graph = graph
    this.#now = now
  }

  /** The referrer was created within the grace period of the missing target. */
  isYoung({ from, to }: Edge): boolean {
    const target = this.#graph.nodes.get(to)
    if (target?.source !== 'missing') return false
    const created = Date.parse(this.#graph.nodes.get(from)?.object?.metadata.creationTimestamp ?? '')
    return this.#now - created < (target.spec?.grace ?? GRACE_SECONDS) * 1000
  }

  /** All its referrers are within the grace period. */
  isExpected({ id }: GraphNode): boolean {
    const edges = this.#graph.into(id)
    return edges.length > 0 && edges.every((edge) => this.isYoung(edge))
  }
}
