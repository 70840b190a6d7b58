// SPDX-License-Identifier: Apache-2.0
import type { Edge, Graph, GraphNode } from '../model/graph/graph.ts'

/** How long something that was just asked for may take to appear, in seconds, unless its kind says otherwise. */
export const GRACE_SECONDS = 300

/** Tells whether something missing may still be on its way: by who asks for it, as each knows how long it has waited. */
export class Waiting {
  readonly #graph: Graph
  readonly #now: number

  constructor(graph: Graph, now: number) {
    this.#graph = graph
    this.#now = now
  }

  /** The one that asks was made too short a time ago for the missing one to be there. */
  isYoung({ from, to }: Edge): boolean {
    const target = this.#graph.nodes.get(to)
    if (target?.source !== 'missing') return false
    const created = Date.parse(this.#graph.nodes.get(from)?.object?.metadata.creationTimestamp ?? '')
    return this.#now - created < (target.spec?.grace ?? GRACE_SECONDS) * 1000
  }

  /** Nobody has waited too long for it. */
  isExpected({ id }: GraphNode): boolean {
    const edges = this.#graph.into(id)
    return edges.length > 0 && edges.every((edge) => this.isYoung(edge))
  }
}
