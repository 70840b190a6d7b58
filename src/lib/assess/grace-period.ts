// SPDX-License-Identifier: Apache-2.0
import type { Edge, Graph, GraphNode } from '../model/graph/graph.ts'
import { hasReportedSuccess } from '../model/object/conditions.ts'

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

  /**
   * The referrer was created within the grace period of the missing target. A referrer that has already reported success
   * had its Secret or ConfigMap: the missing one was deleted.
   */
  isYoung({ from, to }: Edge): boolean {
    const target = this.#graph.nodes.get(to)
    if (target?.source !== 'missing') return false
    const referrer = this.#graph.nodes.get(from)?.object
    if (target.spec?.byReference && referrer && hasReportedSuccess(referrer)) return false
    const created = Date.parse(referrer?.metadata.creationTimestamp ?? '')
    return this.#now - created < (target.spec?.grace ?? GRACE_SECONDS) * 1000
  }

  /** All its referrers are within the grace period. */
  isExpected({ id }: GraphNode): boolean {
    const edges = this.#graph.into(id)
    return edges.length > 0 && edges.every((edge) => this.isYoung(edge))
  }
}
