// SPDX-License-Identifier: Apache-2.0
import { causeFinder } from '../../assess/root-cause-path.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { Edge, GraphNode, NodeId } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { nodeReport } from '../shared/object-row.ts'
import { phaseOrder } from '../shared/phase-order.ts'
import { childrenOf, type TreeChild } from './children.ts'
import { grouped, partition, troubledNodes, waitingGroups } from './groups.ts'
import type { TreeNodeReport, TreeOptions } from './report.ts'

/** Nobody reads a tree that is deeper, and some of what draws trees and writes documents is recursive. */
const DEEPEST = 250

/** Grows trees from roots, one after another: what one of them has drawn the next ones only refer to. */
export class TreeBuilder {
  readonly #assessment: Assessment
  readonly #options: TreeOptions
  /** Those that stand there with all that is below them. */
  readonly #grown = new Set<NodeId>()
  /** Where each node was drawn or last referred to. */
  readonly #drawn = new Map<NodeId, NodeId>()
  readonly #troubled: ReadonlySet<NodeId>
  readonly #causeOf: (node: GraphNode) => GraphNode
  #root: NodeId | undefined

  constructor(assessment: Assessment, options: TreeOptions) {
    this.#assessment = assessment
    this.#options = options
    this.#troubled = troubledNodes(assessment)
    this.#causeOf = causeFinder(assessment, phaseOrder)
  }

  root(node: GraphNode): TreeNodeReport {
    this.#root = node.id
    return this.#grow(node, undefined, 0)
  }

  #grow(node: GraphNode, edge: Edge | undefined, depth: number): TreeNodeReport {
    const report = { ...nodeReport(this.#assessment, node, this.#causeOf), ...(edge ? { rel: edge.rel } : {}) }
    const next = childrenOf(this.#assessment, this.#options, node)
    const { onlyProblems, depth: wanted } = this.#options
    const isKnown = onlyProblems ? this.#drawn.has(node.id) : this.#grown.has(node.id)
    this.#drawn.set(node.id, this.#root ?? node.id)
    if (isKnown) return { ...report, seenAbove: true, children: [] }
    if (depth >= Math.min(wanted, DEEPEST))
      return { ...report, ...(next.length > 0 ? { more: true } : {}), children: [] }
    this.#grown.add(node.id)
    return { ...report, children: onlyProblems ? this.#problems(next, depth) : this.#all(next, depth) }
  }

  #draw({ node, edge }: TreeChild, depth: number): TreeNodeReport {
    return this.#grow(node, edge, depth + 1)
  }

  #all(next: readonly TreeChild[], depth: number): TreeNodeReport['children'] {
    if (!this.#options.group || this.#options.reverse) return next.map((step) => this.#draw(step, depth))
    const { single, groups } = grouped(this.#assessment, next, this.#troubled)
    const [follow, first] = partition(single, (step) => this.#echoes(step))
    const drawn = first.map((step) => this.#draw(step, depth))
    const [known, open] = partition(follow, ({ node }) => this.#drawn.has(this.#causeOf(node).id))
    const waiting = waitingGroups(this.#assessment, known)
    const late = [...open, ...waiting.single].map((step) => this.#draw(step, depth))
    return [...drawn, ...late, ...waiting.groups, ...groups]
  }

  /** Of problems only those that are new under this root: not again what stands there, nor what merely leads to it. */
  #problems(next: readonly TreeChild[], depth: number): TreeNodeReport['children'] {
    if (this.#options.reverse) return next.map((step) => this.#draw(step, depth))
    const { single, groups } = this.#options.group
      ? grouped(this.#assessment, next, this.#troubled)
      : { single: next, groups: [] }
    const told = single.flatMap((step) => {
      if (this.#drawn.get(step.node.id) === this.#root) return []
      const child = this.#draw(step, depth)
      const tells = child.seenAbove || child.children.length > 0 || !isFine(child.own)
      return tells || depth + 1 >= this.#options.depth ? [child] : []
    })
    return [...told, ...groups]
  }

  /** Well by itself; its trouble is that of something it stands on. */
  #echoes({ node: { id, source } }: TreeChild): boolean {
    const { own, state } = this.#assessment
    return source === 'live' && isFine(own(id).state) && !isFine(state(id))
  }
}
