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

/** Builds trees from several roots; later trees only refer to nodes that earlier ones contain. */
export class TreeBuilder {
  readonly #assessment: Assessment
  readonly #options: TreeOptions
  /** Nodes that are drawn with their children. */
  readonly #expanded = new Set<NodeId>()
  /** The root under which each node was last drawn or referred to. */
  readonly #drawn = new Map<NodeId, NodeId>()
  readonly #affected: ReadonlySet<NodeId>
  readonly #causeOf: (node: GraphNode) => GraphNode
  #root: NodeId | undefined

  constructor(assessment: Assessment, options: TreeOptions) {
    this.#assessment = assessment
    this.#options = options
    this.#affected = troubledNodes(assessment)
    this.#causeOf = causeFinder(assessment, phaseOrder)
  }

  root(node: GraphNode): TreeNodeReport {
    this.#root = node.id
    return this.#build(node, undefined, 0)
  }

  #build(node: GraphNode, edge: Edge | undefined, depth: number): TreeNodeReport {
    const report = { ...nodeReport(this.#assessment, node, this.#causeOf), ...(edge ? { rel: edge.rel } : {}) }
    const next = childrenOf(this.#assessment, this.#options, node)
    const { onlyProblems, depth: maxDepth } = this.#options
    const isKnown = onlyProblems ? this.#drawn.has(node.id) : this.#expanded.has(node.id)
    this.#drawn.set(node.id, this.#root ?? node.id)
    if (isKnown) return { ...report, seenAbove: true, children: [] }
    if (depth >= Math.min(maxDepth, MAX_DEPTH))
      return { ...report, ...(next.length > 0 ? { more: true } : {}), children: [] }
    this.#expanded.add(node.id)
    return { ...report, children: onlyProblems ? this.#problems(next, depth) : this.#all(next, depth) }
  }

  #draw({ node, edge }: TreeChild, depth: number): TreeNodeReport {
    return this.#build(node, edge, depth + 1)
  }

  #all(next: readonly TreeChild[], depth: number): TreeNodeReport['children'] {
    if (!this.#options.group || this.#options.reverse) return next.map((step) => this.#draw(step, depth))
    const { single, groups } = grouped(this.#assessment, next, this.#affected)
    const [affected, causes] = partition(single, (step) => this.#isOnlyAffected(step))
    const drawn = causes.map((step) => this.#draw(step, depth))
    const [explained, unexplained] = partition(affected, ({ node }) => this.#drawn.has(this.#causeOf(node).id))
    const waiting = waitingGroups(this.#assessment, explained)
    const affectedNodes = [...unexplained, ...waiting.single].map((step) => this.#draw(step, depth))
    return [...drawn, ...affectedNodes, ...waiting.groups, ...groups]
  }

  /** Only problems that are new under this root. */
  #problems(next: readonly TreeChild[], depth: number): TreeNodeReport['children'] {
    if (this.#options.reverse) return next.map((step) => this.#draw(step, depth))
    const { single, groups } = this.#options.group
      ? grouped(this.#assessment, next, this.#affected)
      : { single: next, groups: [] }
    const children = single.flatMap((step) => {
      if (this.#drawn.get(step.node.id) === this.#root) return []
      const child = this.#draw(step, depth)
      const isInformative = child.seenAbove || child.children.length > 0 || !isFine(child.own)
      return isInformative || depth + 1 >= this.#options.depth ? [child] : []
    })
    return [...children, ...groups]
  }

  /** Healthy by itself; a dependency is not. */
  #isOnlyAffected({ node: { id, source } }: TreeChild): boolean {
    const { own, state } = this.#assessment
    return source === 'live' && isFine(own(id).state) && !isFine(state(id))
  }
}

/** Rendering is recursive in places, and deeper trees are unreadable. */
const MAX_DEPTH = 250
